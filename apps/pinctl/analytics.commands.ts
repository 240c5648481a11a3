import { isUuid } from '@pps/kernel';
import { grantWorkspace, revokeWorkspace } from '@pps/read-store';
import { Command, InvalidArgumentError, Option } from 'commander';
import { exportView, viewFormats, type ViewExport } from './export-view';
import { onInstallation } from './on-installation';
import { showAnswer, type AnswerFlags } from './show-answer';

/** `pinctl analytics …`: what analysts see, and files of it. */
export function analyticsCommands(): Command {
  const group = new Command('analytics');
  group
    .command('export')
    .description('Writes what a view of the schema analytics shows now into a file.')
    .argument('<view>', 'its name, without the schema')
    .argument('<file>', 'where to; a file that is there is replaced')
    .addOption(new Option('--format <format>', 'what the file is').choices([...viewFormats]).default('parquet'))
    .option('--for-machines', "CSV: texts as they are, not quoted with ' where a spreadsheet would run them")
    .option('--workspace <id>', 'rows of this project or organization only', uuid)
    .action(async (view: string, file: string, { json = false, ...options }: Omit<ViewExport, 'view' | 'file'> & AnswerFlags) => {
      const rows = await onInstallation(({ db }) => exportView(db, { view, file, ...options }));
      showAnswer({ json }, { view, file, rows }, `${rows} rows are in ${file}`);
    });
  group
    .command('grant')
    .description('Shows a workspace to a login of the group workspace_analyst.')
    .argument('<login>', 'name of the PostgreSQL login')
    .argument('<workspace>', 'id of a project, or of an organization with all of its projects', uuid)
    .action(async (login: string, id: string, flags: AnswerFlags) => {
      const isNew = await onInstallation(({ db }) => grantWorkspace(db, login, id));
      showAnswer(flags, { login, workspace_id: id, changed: isNew }, isNew ? `${login} sees ${id}` : `${login} saw ${id} already`);
    });
  group
    .command('revoke')
    .description('Takes that back; holds from the next statement of the login on.')
    .argument('<login>', 'name of the PostgreSQL login')
    .argument('<workspace>', 'id of the project or organization', uuid)
    .action(async (login: string, id: string, flags: AnswerFlags) => {
      const was = await onInstallation(({ db }) => revokeWorkspace(db, login, id));
      const text = was ? `${login} sees ${id} no more` : `${id} was not granted to ${login}`;
      showAnswer(flags, { login, workspace_id: id, changed: was }, text);
    });
  return group;
}

function uuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('an id is a uuid.');
  return text.toLowerCase();
}
