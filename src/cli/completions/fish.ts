import { type CompletedCommand, type CompletedFlag, OFFERED_TAGS } from './words.ts'

/** The script for fish 3 and later. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  return [
    '# Completions of translation-mcp for fish. Made by: translation-mcp completions fish',
    'complete -c translation-mcp -f',
    ...commands.flatMap(({ name, brief }) => line('__fish_use_subcommand', `-a ${name} -d ${quoted(brief)}`)),
    ...commands.flatMap(command => [...flagLines(command), ...operandLines(command)]),
    '',
  ].join('\n')
}

function flagLines({ name, flags }: CompletedCommand): string[] {
  const isMeant = name === 'stdio' ? '__fish_use_subcommand' : isSeen(name)
  return flags.flatMap(flag => line(isMeant, `${names(flag)} ${valueWords(flag)}-d ${quoted(flag.brief)}`))
}

function names({ flag, short }: CompletedFlag): string {
  return short === undefined ? `-l ${flag}` : `-s ${short} -l ${flag}`
}

function valueWords({ value }: CompletedFlag): string {
  if (value === undefined) return ''
  if (value === 'paths') return '-r -F '
  if (value === 'languages') return `-x -a '(__fish_append , ${OFFERED_TAGS.join(' ')})' `
  return value === 'unknown' ? '-x ' : `-x -a ${quoted(value.join(' '))} `
}

function operandLines({ name, orders, after, files }: CompletedCommand): string[] {
  if (files === 'everywhere') return line(isSeen(name), '-F')
  const isFirst = `${isSeen(name)}; and not __fish_seen_subcommand_from ${orders.join(' ')}`
  return [
    ...(orders.length === 0 ? [] : line(isFirst, `-a ${quoted(orders.join(' '))}`)),
    ...[...after].flatMap(([order, words]) => line(isSeen(name, order), `-a ${quoted(words.join(' '))}`)),
    ...(files ?? []).flatMap(order => line(isSeen(name, order), '-F')),
  ]
}

function isSeen(...words: readonly string[]): string {
  return words.map(word => `__fish_seen_subcommand_from ${word}`).join('; and ')
}

function line(condition: string, what: string): string[] {
  return [`complete -c translation-mcp -n '${condition}' ${what}`]
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
