import { type CompletedCommand, type CompletedFlag, OFFERED_TAGS } from './words.ts'

/** The script for fish 3 and later. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  return [
    '# Completions of translation-mcp for fish. Made by: translation-mcp completions fish',
    'function __translation_mcp_languages',
    "  set -l before (string replace -r '^--[^=]*=' '' -- (commandline -ct) | string match -r '.*,')",
    `  printf '%s\\n' "$before"(string split ' ' '${OFFERED_TAGS.join(' ')}')`,
    'end',
    'complete -c translation-mcp -f',
    ...commands.map(({ name, brief }) => line('__fish_use_subcommand', `-a ${name} -d ${quoted(brief)}`)),
    ...flagLines(commands),
    ...commands.flatMap(operandLines),
    '',
  ].join('\n')
}

/** A line for each flag and all commands to which it means the same. */
function flagLines(commands: readonly CompletedCommand[]): string[] {
  const takers = new Map<string, string[]>()
  for (const { name, flags } of commands)
    for (const flag of flags) {
      const what = `${names(flag)} ${valueWords(flag)}-d ${quoted(flag.brief)}`
      takers.set(what, [...(takers.get(what) ?? []), name])
    }
  return [...takers].map(([what, all]) => {
    const named = all.filter(name => name !== 'stdio')
    const seen = named.length === 0 ? [] : [`__fish_seen_subcommand_from ${named.join(' ')}`]
    return line([...(named.length < all.length ? ['__fish_use_subcommand'] : []), ...seen].join('; or '), what)
  })
}

function names({ flag, short }: CompletedFlag): string {
  return short === undefined ? `-l ${flag}` : `-s ${short} -l ${flag}`
}

function valueWords({ value }: CompletedFlag): string {
  if (value === undefined) return ''
  if (value === 'paths') return '-r -F '
  if (value === 'languages') return "-x -a '(__translation_mcp_languages)' "
  return value === 'unknown' ? '-x ' : `-x -a ${quoted(value.join(' '))} `
}

function operandLines({ name, orders, after, files }: CompletedCommand): string[] {
  if (files === 'everywhere') return [line(isSeen(name), '-F')]
  const isFirst = `${isSeen(name)}; and not __fish_seen_subcommand_from ${orders.join(' ')}`
  return [
    ...(orders.length === 0 ? [] : [line(isFirst, `-a ${quoted(orders.join(' '))}`)]),
    ...[...after].map(([order, words]) => line(isSeen(name, order), `-a ${quoted(words.join(' '))}`)),
    ...(files ?? []).map(order => line(isSeen(name, order), '-F')),
  ]
}

function isSeen(...words: readonly string[]): string {
  return words.map(word => `__fish_seen_subcommand_from ${word}`).join('; and ')
}

function line(condition: string, what: string): string {
  return `complete -c translation-mcp -n '${condition}' ${what}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
