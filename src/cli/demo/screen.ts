import type { Writable } from 'node:stream'
import { linesWithCodes } from '../../contract/hidden.ts'
import type { Environment } from '../config.ts'
import { wrapped } from '../help/layout.ts'
import { paintFor } from '../paint.ts'
import type { ChangedLine } from './changed-lines.ts'
import type { HeardAnswer } from './host.ts'

/** Wider is hard to read, even where there is room. */
const WIDEST = 100
const NARROWEST = 40

/** Shows what happens. */
export interface DemoScreen {
  /** The one sentence before an act. */
  act(sentence: string): void
  say(sentence: string): void
  /** A line that a person copies: it is never broken. */
  command(line: string): void
  /** A call, as the assistant makes it. */
  call(name: string, args: Readonly<Record<string, unknown>>): void
  /** What came of it. */
  answer(answer: HeardAnswer): void
  /** What the assistant, a file or the person has, line by line, behind a word that says whose it is. */
  words(whose: string, lines: readonly string[]): void
  changes(file: string, lines: readonly ChangedLine[]): void
}

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

export function createScreen(stdout: Output, env: Environment): DemoScreen {
  const paint = paintFor(stdout, env)
  const columns = Math.max(NARROWEST, Math.min(WIDEST, (stdout.columns || WIDEST + 1) - 1))
  const write = (text: string) => void stdout.write(`${text}\n`)
  /** A line behind a mark; where it is broken, the rest stands below its beginning. */
  const hung = (mark: string, line: string) => {
    const [first = '', ...rest] = wrapped(linesWithCodes(line), columns - mark.length)
    return [`${mark}${first}`, ...rest.map(part => `${' '.repeat(mark.length)}${part}`)].join('\n')
  }
  return {
    act: sentence => write(`\n${paint('heading', hung('', sentence))}`),
    say: sentence => write(hung('', sentence)),
    command: line => write(`  ${linesWithCodes(line)}`),
    call: (name, args) => write(hung('> ', `${name} ${JSON.stringify(args)}`)),
    answer: answer => shownLines(answer).forEach(line => void write(hung('  ', line))),
    words: (whose, lines) => {
      write(`  ${paint('open', whose)}`)
      for (const line of lines) write(hung('  | ', line))
    },
    changes: (file, lines) => {
      write(`  ${paint('heading', file)}`)
      for (const { number, gone, come } of lines) {
        if (gone !== undefined) write(paint('bad', hung(`  ${number} - `, gone.trim())))
        if (come !== undefined) write(paint('good', hung(`  ${number} + `, come.trim())))
      }
    },
  }
}

/** Fields whose lines say the same each time: how an assistant answers, and by which numbers. */
const SAID_ELSEWHERE = ['rules', 'begin', 'end', 'files'] as const
/** Where a plan begins to repeat the file. */
const PREVIEW = /^(?:Text of the file follows|Preview «)/

/** The lines of an answer that are about this call: without the call that comes next, which is shown when it is made. */
export function shownLines({ lines, data }: HeardAnswer): readonly string[] {
  const left_out = new Set(SAID_ELSEWHERE.flatMap(name => data[name]))
  return lines.filter(line => !left_out.has(line) && !PREVIEW.test(line) && line !== `Next: ${data.next_step}`)
}
