import { plantsOf, type Plant } from '../plant';

const agreement = 'libs/use-cases/agreement/require-agreement.ts';
const approving = 'libs/use-cases/proposals/approve-proposal.ts';
const asking = 'libs/use-cases/proposals/asking.ts';
const naming = 'libs/use-cases/proposals/name-boards.ts';
const finding = 'libs/use-cases/proposals/find-proposal.ts';
const deciding = 'libs/proposals/proposal/proposal.stream.ts';
const answers = 'apps/api/web/proposal-answers.ts';
const keys = 'libs/identity/api-keys/key-permissions.ts';

const modes = 'test/grants/publishing-modes.e2e.ts';
const agreed = 'libs/use-cases/agreement/agreed-publishing.spec.ts';
const links = 'test/proposals/proposal-links.e2e.ts';
const proposals = 'test/proposals/proposals.e2e.ts';
const decided = 'libs/proposals/proposal/proposal.spec.ts';
const stopped = 'test/simulation/proposals/stopped-agreement.spec.ts';

const unwanted = 'a program publishes what its person did not want';
const clientWord = 'a program says that its user agreed';
const elsewhere = "somebody else's proposal is opened";
const twice = 'a form is sent twice';

/** Guards of who agrees to a pin, and to which. */
export const agreementPlants: readonly Plant[] = [
  ...plantsOf(unwanted, modes, [
    [
      'propose, where nothing is chosen',
      'apps/api/web/program-consents.ts',
      "readMode(form) ?? 'propose'",
      "readMode(form) ?? 'direct'",
      'nothing is published over the interface',
    ],
    [
      'boards that no program makes public',
      agreement,
      "if (!grant || grant.mode === 'direct') return;",
      'return;',
      'makes no board public',
    ],
    [
      'a question before a pin',
      'libs/use-cases/create-pin/create-pin.ts',
      'withAgreement(principal, request)',
      'request',
      'nothing is published over the interface',
    ],
  ]),
  ...plantsOf(unwanted, agreed, [
    [
      'direct, where it was chosen only',
      agreement,
      "grant.mode === 'direct') return { way: 'none' }",
      "grant) return { way: 'none' }",
      'publishes nothing without what the mode asks for',
    ],
  ]),
  ...plantsOf(clientWord, agreed, [
    [
      'confirm, where it was chosen only',
      agreement,
      "grant.mode === 'confirm' && grant.isConfirmed",
      'grant.isConfirmed',
      'takes the word of a client',
    ],
    [
      'the mode before the word of a program',
      agreement,
      'if (!grant) return given;',
      'if (!grant || given) return given;',
      'takes the word of a client',
    ],
    [
      'the word of a client for no more than that',
      agreement,
      "return { way: 'client' }",
      "return { way: 'page', userId: '', proposalId: '' }",
      'takes the word of a client',
    ],
  ]),
  ...plantsOf('a program makes its own mode looser', modes, [
    ['a mode that grows on the page only', keys, '!isLooser && ', '', 'and looser on the page only'],
  ]),
  // The routes take sessions only, too: each of the two is enough against a program.
  ...plantsOf('a program agrees to what it proposed', 'test/simulation/proposals/proposals.spec.ts', [
    [
      'agreements of persons',
      'libs/use-cases/proposals/require-person.ts',
      "kind !== 'session' || keyId !== undefined || ",
      '',
      'nothing is made that no person agreed to',
    ],
  ]),
  ...plantsOf('a program agrees to what it proposed', links, [
    ['the rights of a key when its person agrees', asking, "!holder.scopes.includes('write')", 'false', 'may write no more'],
    [
      'the accounts of a key when its person agrees',
      asking,
      'return isPermitted ? null',
      'return true ? null',
      'may act no more for the account',
    ],
  ]),
  ...plantsOf('a program agrees to what it proposed', proposals, [
    [
      'the end of a proposal with its key',
      asking,
      "if (holder === null) return 'The key or program that asks has ended';",
      'if (holder === null) return null;',
      'a key that ended asks for nothing more',
    ],
    [
      'the seven days of a proposal',
      deciding,
      "if (at >= state.expiresAt) throw closedProposal(state, 'It has expired');",
      '',
      'after seven days nothing is agreed to',
    ],
  ]),
  // The page asks three times whose proposal it is: by its workspace, by the session in its project, and as every read does.
  ...plantsOf(elsewhere, links, [
    [
      'the workspace of a proposal',
      answers,
      `    if (home.organizationId !== state.organizationId) throw new NotFound('Proposal');
    return { holder: await this.consents.holderIn(state.projectId, asked), items: state.items.length };`,
      `    const { projectId, organizationId, epoch, items } = state;
    return { holder: { ...home, projectId, organizationId, epoch }, items: items.length };`,
      'to others it is not there',
    ],
    [
      'a page of sign-in that looks nothing up',
      'apps/api/web/proposal-page.controller.ts',
      '  open(@Query() query: unknown): WebPage {\n',
      "  async open(@Query() query: unknown) {\n    const { proposalStream } = require('@pps/proposals/events');\n    if ((await this.app.live.get(proposalStream, formText(query, 'id'))).state.kind === 'none') return proposalGonePage();\n",
      'says the same of every proposal',
    ],
    ['the accounts of who looks', finding, 'return isWithin(concerned, accountIds);', 'return true;', 'a key of another account'],
  ]),
  ...plantsOf(elsewhere, proposals, [
    [
      'the project of a proposal',
      finding,
      'proposal.projectId !== projectId || proposal.epoch !== epoch',
      'false',
      'a tenant must not see is absent',
    ],
  ]),
  ...plantsOf('an answer agrees to what the page did not show', links, [
    [
      'what the person was shown',
      approving,
      '  if (shown) requireShown(known, items, withoutRepeats(known, chosen, shown));\n',
      '',
      'is not agreed to unseen',
    ],
  ]),
  ...plantsOf('an answer agrees to what the page did not show', 'apps/api/web/read-proposal-answer.spec.ts', [
    [
      'a number in each agreement',
      'apps/api/web/read-proposal-answer.ts',
      "return text === '' ? null : { kind, number };",
      'return { kind, number };',
      'is none',
    ],
    ['answers from beginning to end', 'apps/api/web/read-proposal-answer.ts', '/^(approve|decline', '/(approve|decline', 'is none'],
  ]),
  ...plantsOf('an answer agrees to what the page did not show', stopped, [
    [
      'a look at what others changed meanwhile',
      'libs/use-cases/proposals/carry-out-item.ts',
      '      requireUnchanged(proposal, item, pin);\n',
      '',
      'what others changed between',
    ],
  ]),
  ...plantsOf('text of a program poses as ours', 'apps/api/web/pages/proposal.page.spec.ts', [
    [
      'text that is no markup',
      'libs/web-pages/html.ts',
      `text.replace(/[&<>"']/g, (character) => entities.get(character) ?? '')`,
      'text',
      'what of it is new and what was there',
    ],
  ]),
  ...plantsOf('a board that is called like another one', 'libs/use-cases/proposals/name-boards.spec.ts', [
    ['the number of a board', naming, '`${place.boardId} (${name})`', 'name', 'calls a board by its number'],
  ]),
  ...plantsOf('the boards of others are asked about', modes, [
    [
      'the accounts of who is asked',
      'apps/api/mcp/question-of-items.ts',
      '  if (named !== undefined) await requireAccount(app, principal, named);\n',
      '',
      'whose boards are looked up for nobody',
    ],
  ]),
  ...plantsOf("a person's page is asked again and again", 'apps/api/web/proposal-answers.spec.ts', [
    [
      'how often a person answers',
      answers,
      "    await this.app.rateLimits.require(isLook ? 'proposal_looks' : 'proposal_answers', asked.userId);\n",
      '',
      'beyond the limit reads nothing',
    ],
  ]),
  ...plantsOf(twice, decided, [
    [
      'items that are agreed to once',
      deciding,
      "'was agreed to with another content');\n    return isOpen(item);",
      "'was agreed to with another content');\n    return true;",
      'a second agreement changes nothing',
    ],
    [
      'the content that was agreed to',
      deciding,
      '!isOpen(item) && write && !isSameWrite(write, item.write)',
      'false',
      'a second agreement changes nothing',
    ],
    [
      'an end by declining',
      deciding,
      "if (item.status === 'declined') throw conflict(state, number, 'was declined');",
      '',
      'a declined item is over',
    ],
  ]),
  ...plantsOf(twice, stopped, [
    [
      'one pin for one item',
      'libs/use-cases/proposals/carry-out-item.ts',
      "derivedId('item of a proposal', proposalId, number)",
      "derivedId('item of a proposal', proposalId, Math.random())",
      'leaves nothing that the service does not finish',
    ],
  ]),
];
