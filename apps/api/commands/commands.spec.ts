import { CqrsModule } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { Command, handles, Rejected, type CommandTable } from '@pps/kernel';
import { Commands, registerCommands } from './commands';

class CountWords extends Command<number> {
  constructor(readonly text: string) {
    super();
  }
}

class RefuseText extends Command<void> {}

interface Words {
  readonly separator: string;
}

const table: CommandTable<Words> = [
  handles(CountWords, async ({ separator }: Words, { text }: CountWords) => text.split(separator).length),
  handles(RefuseText, async ({ separator }: Words) => {
    throw new Rejected('conflict', `No text has ${separator}`);
  }),
];

const WORDS = Symbol('Words');

async function startCommands(): Promise<Commands> {
  const words = { provide: WORDS, useValue: { separator: ' ' } };
  const module = await Test.createTestingModule({
    imports: [CqrsModule.forRoot()],
    providers: [words, Commands, ...registerCommands(WORDS, table)],
  }).compile();
  await module.init();
  return module.get(Commands);
}

test('a command is carried out by its function of the table, with the parts of the app', async () => {
  const commands = await startCommands();
  const count: number = await commands.execute(new CountWords('one two three'));
  expect(count).toBe(3);
});

test('what the function throws reaches who gave the command', async () => {
  const commands = await startCommands();
  await expect(commands.execute(new RefuseText())).rejects.toMatchObject({ code: 'conflict' });
});
