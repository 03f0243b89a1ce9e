import { type Completed, type CompletedCommand, OFFERED_TAGS, valuesByFlag } from './words.ts'

/** The script for zsh: a file `_translation-mcp` in a folder of fpath, or sourced after compinit. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const values = valuesByFlag(commands)
  const taking = [...new Set(values.map(({ flag }) => `--${flag.flag}`))].join('|')
  const words = values.map(({ command, flag, value }) => {
    const pattern = command === '*' ? `*' --${flag.flag}'` : `'${command} --${flag.flag}'`
    return `    (${pattern}) ${answer(value)}; return ;;`
  })
  return `#compdef translation-mcp
# Completions of translation-mcp for zsh. Made by: translation-mcp completions zsh
_translation-mcp() {
  local flag=\${words[CURRENT-1]} command= order= i
  local -a offered
  if [[ \${words[CURRENT]} == --*=* ]]; then
    flag=\${words[CURRENT]%%=*}
    compset -P '*='
  fi
  for ((i = 2; i < CURRENT; i++)); do
    case \${words[i]} in
    (${taking}) ((i++)) ;;
    (-*) ;;
    (*) if [[ -z $command ]]; then command=\${words[i]}; elif [[ -z $order ]]; then order=\${words[i]}; fi ;;
    esac
  done
  case "$command $flag" in
${words.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    case "$command" in
${commands.map(({ name, flags }) => `    (${name === 'stdio' ? 'stdio|' : name}) offered=(${described(flags)}) ;;`).join('\n')}
    esac
    _describe -o option offered
    return
  fi
  case "$command $order" in
  (' ')
    offered=(${commands.map(({ name, brief }) => pair(name, brief)).join(' ')})
    _describe command offered
    ;;
${commands.flatMap(operandsOf).join('\n')}
  esac
}
if [[ \${funcstack[1]} == _translation-mcp ]]; then _translation-mcp "$@"; else compdef _translation-mcp translation-mcp; fi
`
}

function answer(value: Completed): string {
  if (value === 'paths') return '_files'
  if (value === 'languages') return `compset -P '*,'; compadd -S '' -- ${OFFERED_TAGS.join(' ')}`
  return value === 'unknown' ? ':' : `compadd -- ${value.join(' ')}`
}

function operandsOf({ name, orders, after, files }: CompletedCommand): string[] {
  if (files === 'everywhere') return [`  ('${name} '*) _files ;;`]
  const first = orders.length === 0 ? [] : [`  ('${name} ') compadd -- ${orders.join(' ')} ;;`]
  const second = [...after].map(([order, words]) => `  ('${name} ${order}') compadd -- ${words.join(' ')} ;;`)
  return [...first, ...second, ...(files ?? []).map(order => `  ('${name} ${order}') _files ;;`)]
}

function described(flags: CompletedCommand['flags']): string {
  return flags.map(({ flag, brief }) => pair(`--${flag}`, brief)).join(' ')
}

/** A word and what it means, as \`_describe\` reads them. */
function pair(word: string, brief: string): string {
  return `'${`${word}:${brief.replaceAll(/[\\:]/g, '\\$&')}`.replaceAll("'", "'\\''")}'`
}
