import { Argument, type Command } from 'commander';
import { print } from '../output.ts';

/** Adds `completion`, which prints a script for the shell. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'shell').choices(['bash', 'zsh']))
    .description('Prints the completion for a shell: source <(storeward completion bash)')
    .action((shell: string) => {
      // zsh runs completions of bash
      if (shell === 'zsh') print('autoload -U +X compinit bashcompinit && compinit && bashcompinit');
      print(scriptOf(program));
    });
}

/** A function that completes by the words before the cursor that are no options. */
function scriptOf(program: Command): string {
  return `_storeward() {
  local word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || words+=" $word"
  done
  local choices
  case "$words" in
${casesOf(program, '').join('\n')}
  esac
  local current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
  if [[ \${#COMPREPLY[@]} -eq 0 && $current != -* ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _storeward storeward`;
}

/** The cases of the commands below one, the longest first. */
function casesOf(command: Command, path: string): string[] {
  const { commands, options } = command;
  const choices = [
    ...commands.map((one) => one.name()),
    ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    ...options.map(({ long }) => long).filter((long) => long !== undefined && long !== null),
    '--help',
  ];
  const own = `    "${path}"*) choices="${choices.join(' ')}" ;;`;
  return [...commands.flatMap((one) => casesOf(one, `${path} ${one.name()}`)), own];
}
