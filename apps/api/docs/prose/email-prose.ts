/** What the operations on e-mail are for, and what happens next. */
export const emailProse: Readonly<Record<string, string>> = {
  getEmailPreferences: 'Reads which mails the person gets about this project. Mails about security (password, address) are always sent.',
  updateEmailPreferences:
    'Chooses which mails the person gets about this project; what is not named stays. It holds for mails from now on.',
  unsubscribe:
    'Ends mails about a project by the signed link in one of them, without a session. Clicking it twice changes nothing. Turn them on again with `PATCH /v1/email/preferences`.',
};
