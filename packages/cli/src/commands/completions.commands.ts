import { Command, Argument } from 'commander';
import { writeLine } from '../output/show-value';

const shells = ['bash', 'zsh', 'fish'] as const;

/** `pps completions`: a script for the shell, with all commands and options in it. */
export const completionsCommand = (): Command =>
  new Command('completions')
    .addArgument(new Argument('<shell>').choices(shells))
    .option('--json', 'changes nothing: a script is text')
    .action((shell: (typeof shells)[number], _: object, command: Command) => {
      if (command.parent) writeLine(completionScript(shell, wordsOf(command.parent)));
    });

/** What may follow each command. */
type Words = ReadonlyMap<string, readonly string[]>;

function wordsOf(command: Command, path = '', found = new Map<string, readonly string[]>()): Words {
  const options = command.options.flatMap(({ long }) => long ?? []);
  found.set(path, [...command.commands.map((each) => each.name()), ...options]);
  for (const each of command.commands) wordsOf(each, path === '' ? each.name() : `${path} ${each.name()}`, found);
  return found;
}

/** The script of a shell. */
export function completionScript(shell: (typeof shells)[number], words: Words): string {
  const cases = [...words].map(([path, after]) => `    '${path}') words='${after.join(' ')}' ;;`).join('\n');
  if (shell === 'fish') {
    const lines = [...words].flatMap(([path, after]) => after.map((word) => fishLine(path, word)));
    return ['complete -c pps -f', ...lines].join('\n');
  }
  const body = `_pps_words() {\n  local path='' word words=''\n  for word in "$@"; do case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac; done\n  while :; do\n    case "$path" in\n${cases}\n    esac\n    [ -n "$words" ] || [ -z "$path" ] && break\n    case "$path" in *' '*) path="\${path% *}" ;; *) path='' ;; esac\n  done\n  printf '%s' "$words"\n}`;
  return shell === 'bash'
    ? `${body}\n_pps() { COMPREPLY=($(compgen -W "$(_pps_words "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "\${COMP_WORDS[COMP_CWORD]}")); }\ncomplete -F _pps pps`
    : `#compdef pps\n${body}\n_pps() { compadd -- \${=$(_pps_words "\${(@)words[2,CURRENT-1]}")}; }\ncompdef _pps pps`;
}

function fishLine(path: string, word: string): string {
  const names = path.split(' ').filter((name) => name !== '');
  const condition =
    names.length === 0 ? '__fish_use_subcommand' : names.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');
  return word.startsWith('--') ? `complete -c pps -n '${condition}' -l ${word.slice(2)}` : `complete -c pps -n '${condition}' -a ${word}`;
}
