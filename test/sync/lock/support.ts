import fc from 'fast-check'
import { hashOfText, type LockedBy, type LockLine } from '../../../src/sync/lock/index.ts'
import { anyText } from '../../support/any-text.ts'

/** Any text at all: control characters, tabs, line ends, what begins a mark of a conflict, halves of a pair. */
const field = fc.oneof(
  anyText(),
  fc.string({
    unit: fc.constantFrom('\t', '\n', '\r', '\\', '#', '<', '=', '\u2028', '\ufeff', '\ud83d', '\ude00', 'u', 'a'),
  }),
)
const hash = fc.string().map(hashOfText)
const by: fc.Arbitrary<LockedBy> = fc.oneof(
  fc.constant({ who: 'machine' } as const),
  fc.constant({ who: 'person' } as const),
  fc.record({ who: fc.constant('reviewer' as const), name: field, date: field }),
)

export const anyLine: fc.Arbitrary<LockLine> = fc.record({
  file: field,
  key: field,
  language: fc.oneof(fc.constantFrom('de', 'pt-BR', 'zh-Hans'), field),
  source: hash,
  written: hash,
  by,
})

/** A machine's line: the hashes are of these texts. */
export function lineFor(key: string, source: string, written: string, more: Partial<LockLine> = {}): LockLine {
  const hashes = { source: hashOfText(source), written: hashOfText(written) }
  return { file: 'locales/en.json', key, language: 'de', ...hashes, by: { who: 'machine' }, ...more }
}
