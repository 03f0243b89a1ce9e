import { type Completed, type CompletedCommand, OFFERED_TAGS, valuesByFlag } from './words.ts'

/** The script for bash 3.2 and later. Files are left to bash itself, which knows how to quote them. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const values = valuesByFlag(commands)
  const taking = [...new Set(values.map(({ flag }) => `--${flag.flag}`))].join('|')
  const words = values.map(({ command, flag, value }) => {
    const pattern = command === '*' ? `*" --${flag.flag}"` : `"${command} --${flag.flag}"`
    return `    ${pattern}) ${answer(value)} ;;`
  })
  return `# Completions of translation-mcp for bash. Made by: translation-mcp completions bash
_translation_mcp_offer() { COMPREPLY=($(compgen -W "$1" -- "$cur")); compopt +o default +o bashdefault 2>/dev/null; }
_translation_mcp_languages() {
  local before=
  [[ $cur == *,* ]] && before=\${cur%,*},
  COMPREPLY=($(compgen -P "$before" -W "${OFFERED_TAGS.join(' ')}" -- "\${cur##*,}"))
  compopt +o default +o bashdefault -o nospace 2>/dev/null
}
_translation_mcp() {
  local cur=\${COMP_WORDS[COMP_CWORD]} flag=\${COMP_WORDS[COMP_CWORD-1]} command= order= i
  COMPREPLY=()
  if [[ $cur == = ]]; then cur=; elif [[ $flag == = ]]; then flag=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
    ${taking})
      ((i++))
      [[ \${COMP_WORDS[i]} == = ]] && ((i++))
      ;;
    -* | =) ;;
    *) if [[ -z $command ]]; then command=\${COMP_WORDS[i]}; elif [[ -z $order ]]; then order=\${COMP_WORDS[i]}; fi ;;
    esac
  done
  case "$command $flag" in
${words.join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case "$command" in
${commands.map(({ name, flags }) => `    ${nameOrNone(name)}) _translation_mcp_offer "${dashed(flags)}" ;;`).join('\n')}
    esac
    return
  fi
  case "$command $order" in
  " ") _translation_mcp_offer "${commands.map(({ name }) => name).join(' ')}" ;;
${commands.flatMap(operandsOf).join('\n')}
  *) _translation_mcp_offer "" ;;
  esac
}
complete -o bashdefault -o default -F _translation_mcp translation-mcp
`
}

/** What follows a flag. An empty reply is one of files, by \`-o default\`. */
function answer(value: Completed): string {
  if (value === 'paths') return 'return'
  if (value === 'languages') return '_translation_mcp_languages; return'
  return `_translation_mcp_offer "${value === 'unknown' ? '' : value.join(' ')}"; return`
}

function nameOrNone(name: string): string {
  return name === 'stdio' ? 'stdio | ""' : name
}

function dashed(flags: CompletedCommand['flags']): string {
  return flags.map(({ flag }) => `--${flag}`).join(' ')
}

function operandsOf({ name, orders, after, files }: CompletedCommand): string[] {
  if (files === 'everywhere') return [`  "${name} "*) ;;`]
  const first = orders.length === 0 ? [] : [`  "${name} ") _translation_mcp_offer "${orders.join(' ')}" ;;`]
  const second = [...after].map(
    ([order, words]) => `  "${name} ${order}") _translation_mcp_offer "${words.join(' ')}" ;;`,
  )
  return [...first, ...second, ...(files ?? []).map(order => `  "${name} ${order}") ;;`)]
}
