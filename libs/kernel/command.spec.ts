import { Command, handles, type CommandTable } from './command';

class CountWords extends Command<number> {
  constructor(readonly text: string) {
    super();
  }
}

class Shout extends Command<string> {
  constructor(readonly word: string) {
    super();
  }
}

interface Words {
  readonly separator: string;
  readonly mark: string;
}

async function countWords({ separator }: Pick<Words, 'separator'>, { text }: CountWords): Promise<number> {
  return text.split(separator).length;
}

async function shout({ mark }: Pick<Words, 'mark'>, { word }: Shout): Promise<string> {
  return word + mark;
}

test('a line of a table joins a command to the function that carries it out', async () => {
  const table: CommandTable<Words> = [handles(CountWords, countWords), handles(Shout, shout)];
  const [counting] = table;
  expect(counting?.command).toBe(CountWords);
  await expect(counting?.handle({ separator: ' ', mark: '!' }, new CountWords('one two') as never)).resolves.toBe(2);
});

test('a function that does not fit its command, or asks for more than the app has, does not compile', () => {
  const shoutWrongly = async ({ mark }: Pick<Words, 'mark'>, { word }: Shout): Promise<number> => (word + mark).length;
  const shoutLoudly = async ({ volume }: { readonly volume: number }, { word }: Shout): Promise<string> => word.repeat(volume);
  // @ts-expect-error it takes another command
  handles(CountWords, shout);
  // @ts-expect-error it gives another result
  handles(Shout, shoutWrongly);
  // @ts-expect-error no app has this part
  const table: CommandTable<Words> = [handles(Shout, shoutLoudly)];
  expect(table).toHaveLength(1);
});
