import { expect, it } from 'vitest'
import { po } from '../../../src/formats/po/po.ts'
import { rounds } from '../../support/seed.ts'
import { fc, opened, unitsOf } from '../files.ts'
import { merged } from '../merging.ts'

const HEADER = 'msgid ""\nmsgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"\n'
const IDS = ['one', 'two %d', 'three\\n', '\\"four\\"', 'fünf', 'a longer text of six', 'seven', 'eight']

interface Written {
  readonly id: string
  readonly before: string
  readonly said: string
  readonly kind: 'message' | 'plural' | 'obsolete'
}

function entryOf({ id, before, said, kind }: Written): string {
  const lines = [
    `msgid "${id}"`,
    ...(kind === 'plural'
      ? [`msgid_plural "${id}s"`, `msgstr[0] "${said}"`, `msgstr[1] "${said}"`]
      : [`msgstr "${said}"`]),
  ]
  return before + lines.map(line => (kind === 'obsolete' ? `#~ ${line}` : line)).join('\n')
}

const entries = (ids: readonly string[], said: readonly string[], kinds: readonly Written['kind'][]) =>
  fc.shuffledSubarray([...ids]).chain(some =>
    fc.tuple(
      ...some.map(id =>
        fc.record({
          id: fc.constant(id),
          before: fc.constantFrom(
            '',
            '#: a.c:1\n',
            '# Anna\n#, fuzzy\n',
            '# A section\n\n',
            '#. hint\n\n',
            '#| msgid "x"\n',
          ),
          said: fc.constantFrom(...said),
          kind: fc.constantFrom(...kinds),
        }),
      ),
    ),
  )

const manners = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  gaps: fc.array(fc.constantFrom('\n', '\n\n', '\n\n\n', '\n\n# Remark\n\n'), { minLength: 1, maxLength: 4 }),
  end: fc.constantFrom('', '\n', '\n\n', '\n\n# The end'),
  header: fc.boolean(),
})

/** What a reader of the catalogue sees of each message, in order. */
async function seen(file: string) {
  const units = await unitsOf(po, opened(file), { target: { language: 'de' } })
  return units
    .filter(({ path }) => path !== 'po:')
    .map(({ path, text, target, flags, note, context, left_out }) => ({
      ...{
        path,
        text,
        target,
        flags: flags ?? [],
        note,
        references: context?.references,
        isObsolete: left_out === 'obsolete',
      },
    }))
}

it('any catalogue gains what it is brought, loses what is named, and keeps all else as it was [SYN-1]', async () => {
  const anyThere = entries([...IDS, 'mine', 'mine, too'], ['', 'alt', 'alt\\n'], ['message', 'plural', 'obsolete'])
  const anySource = entries(IDS, [''], ['message', 'plural'])
  await fc.assert(
    fc.asyncProperty(
      ...[anyThere, anySource, manners, fc.subarray(IDS), fc.subarray([...IDS, 'mine'])],
      async (own, others, { eol, gaps, end, header }, take, remove) => {
        const parts = [...(header ? [HEADER.trimEnd()] : []), ...own.map(entryOf)]
        const there = (
          parts.map((part, at) => part + (at < parts.length - 1 ? gaps[at % gaps.length] : '')).join('') + end
        ).replaceAll('\n', eol)
        const source = `${HEADER}\n${others.map(entryOf).join('\n\n')}\n`
        const pathOf = (id: string): string => `po:${id.replaceAll('\\n', '\n').replaceAll('\\"', '"')}`
        const offered = await seen(source)
        const texts = Object.fromEntries(
          offered
            .filter(({ path }) => take.some(id => isOf(path, pathOf(id))))
            .map(({ path }) => [path, `neu ${path.slice(3).trim()}`]),
        )
        const gone = remove.flatMap(id => [pathOf(id), `${pathOf(id)}[0]`])
        const result = await merged(po, there, { source, texts, remove: gone })
        const [before, after] = [await seen(there), await seen(result)]
        const isTaken = (path: string): boolean => Object.keys(texts).some(taken => isOf(taken, baseOf(path)))
        const isGone = (path: string): boolean => gone.includes(baseOf(path))
        const wasThere = new Set(before.filter(({ isObsolete }) => !isObsolete).map(({ path }) => baseOf(path)))
        const stays = before.filter(({ path, isObsolete }) =>
          isTaken(path) ? isObsolete && wasThere.has(baseOf(path)) && !isGone(path) : !isGone(path),
        )
        expect(after.filter(({ path, isObsolete }) => isObsolete || !isTaken(path))).toEqual(stays)
        const said = after.filter(({ path, isObsolete }) => !isObsolete && isTaken(path))
        expect(Object.fromEntries(said.map(({ path, target }) => [path, target]))).toEqual(texts)
        expect(said.filter(({ flags }) => flags.includes('fuzzy'))).toEqual([])
        expect(linesLike(result, /^# (Remark|The end)/)).toEqual(linesLike(there, /^# (Remark|The end)/))
        if (there !== '' && result !== '') expect(result.endsWith('\n')).toBe(there.endsWith('\n'))
        if (there.includes('\n')) expect(result.replaceAll(eol, '')).not.toMatch(/[\r\n]/)
      },
    ),
    { numRuns: rounds(240) },
  )
})

function baseOf(path: string): string {
  return path.replace(/\[\d\]$/, '')
}

function isOf(path: string, base: string): boolean {
  return baseOf(path) === base
}

function linesLike(file: string, pattern: RegExp): string[] {
  return file.split(/\r?\n/).filter(line => pattern.test(line))
}
