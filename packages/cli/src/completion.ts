import { UsageError } from './usage-error';
import { defineVerb, JSON_ARG, type Verb } from './verb';

/** `portal` as a function, unless there is such a command; bash and zsh read the same line. */
const FUNCTION = 'command -v portal >/dev/null || portal() { pnpm --silent portal "$@"; }';

const optionsOf = ({ args }: Verb) =>
  [...Object.entries(args), ['help', { type: 'boolean', description: 'show help' }] as const].flatMap(
    ([name, arg]) => (arg.type === 'positional' ? [] : [{ name, ...arg }]),
  );

const optionWords = (verb: Verb): string =>
  optionsOf(verb)
    .map(({ name }) => `--${name}`)
    .join(' ');

const quoted = (text = ''): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const actionsOf = (verbs: readonly Verb[]): { name: string; words: string }[] =>
  verbs.flatMap(({ name, actions }) => (actions ? [{ name, words: actions.join(' ') }] : []));

const bash = (
  verbs: readonly Verb[],
): string => `# Add to ~/.bashrc: eval "$(pnpm --silent portal completion bash)"
${FUNCTION}
_portal() {
  local word=\${COMP_WORDS[COMP_CWORD]} words
  if ((COMP_CWORD == 1)); then
    words='${verbs.map(({ name }) => name).join(' ')} --help --version'
  elif [[ $word == -* ]]; then
    case \${COMP_WORDS[1]} in
${verbs.map((verb) => `      ${verb.name}) words='${optionWords(verb)}' ;;`).join('\n')}
    esac
  else
    case \${COMP_WORDS[1]} in
${actionsOf(verbs)
  .map(({ name, words }) => `      ${name}) words='${words}' ;;`)
  .join('\n')}
      *) words="shell $(ls -d apps/*/remote.json 2>/dev/null | cut -d/ -f2)" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _portal portal`;

const zsh = (
  verbs: readonly Verb[],
): string => `# Add to ~/.zshrc, after compinit: eval "$(pnpm --silent portal completion zsh)"
${FUNCTION}
_portal() {
  local -a verbs options
  verbs=(
${verbs.map(({ name, description }) => `    ${quoted(`${name}:${description.replaceAll(':', String.raw`\:`)}`)}`).join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command verbs
  elif [[ $PREFIX == -* ]]; then
    case $words[2] in
${verbs.map((verb) => `      ${verb.name}) options=(${optionWords(verb)}) ;;`).join('\n')}
    esac
    compadd -- $options
  else
    case $words[2] in
${actionsOf(verbs)
  .map(({ name, words }) => `      ${name}) compadd -- ${words} ;;`)
  .join('\n')}
      *) compadd -- shell apps/*/remote.json(N:h:t); _files ;;
    esac
  fi
}
compdef _portal portal`;

const fish = (
  verbs: readonly Verb[],
): string => `# Add to ~/.config/fish/config.fish: pnpm --silent portal completion fish | source
type -q portal; or function portal; pnpm --silent portal $argv; end
complete -c portal -n 'not __fish_use_subcommand' -a '(path dirname apps/*/remote.json | path basename) shell'
${actionsOf(verbs)
  .map(({ name, words }) => `complete -c portal -f -n '__fish_seen_subcommand_from ${name}' -a '${words}'`)
  .join('\n')}
${verbs
  .flatMap((verb) => [
    `complete -c portal -f -n __fish_use_subcommand -a ${verb.name} -d ${fishQuoted(verb.description)}`,
    ...optionsOf(verb).map(
      ({ name, type, description }) =>
        `complete -c portal -n '__fish_seen_subcommand_from ${verb.name}' -l ${name}${type === 'string' ? ' -r' : ''} -d ${fishQuoted(description)}`,
    ),
  ])
  .join('\n')}`;

const fishQuoted = (text = ''): string => `'${text.replaceAll("'", String.raw`\'`)}'`;

const SCRIPTS: Record<string, (verbs: readonly Verb[]) => string> = { bash, zsh, fish };

/** @param allVerbs loads every verb, this one included */
export const completionVerb = (allVerbs: () => Promise<Verb[]>): Verb =>
  defineVerb({
    name: 'completion',
    description: 'Print the completion script of a shell.',
    examples: ['completion bash', 'completion zsh', 'completion fish'],
    args: {
      shell: { type: 'positional', required: false, description: Object.keys(SCRIPTS).join(', ') },
      ...JSON_ARG,
    },
    run: async ({ shell = '' }) => {
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
      if (!script) throw new UsageError(`Name a shell: ${Object.keys(SCRIPTS).join(', ')}.`);
      const text = script(await allVerbs());
      return { data: { shell, script: text }, text };
    },
  });
