import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/index.ts'
import { po } from '../../../src/formats/po/po.ts'
import { corpus } from '../../support/corpus.ts'
import { bytesOf, opened, rewrite, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const files = corpus('po').map(({ name, bytes }) => [name, bytes] as const)
const isMessage = ({ path, left_out }: Unit): boolean => path !== 'po:' && left_out !== 'obsolete'
/** The forms of a message go together; the header always stays. */
const ofMessage = (unit: Unit) => (isMessage(unit) ? (unit.group ?? unit.path) : undefined)

it.each(files)('%s is whole again when it gets back what it lost [SYN-1]', async (_, bytes) => {
  await keepsTheLaws(po, bytes, { togetherOf: ofMessage, runs: bytes.length > 500_000 ? 3 : 15 })
})

const hasGettext = spawnSync('msgfmt', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'translation-mcp-po-merge-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function msgfmtTakes(catalogue: string): string {
  const file = join(folder, 'file.po')
  writeFileSync(file, catalogue)
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
  const { status, stderr } = spawnSync('msgfmt', ['-c', '-o', '/dev/null', file], { encoding: 'utf8', env })
  return status === 0 ? '' : stderr
}

describe.skipIf(!hasGettext)('msgfmt takes a catalogue that gained all messages of a template [SYN-1]', () => {
  const template = files.find(([name]) => name === 'garden.pot')?.[1].toString('utf8') ?? ''
  const blocks = template.trimEnd().split('\n\n')
  const header = `${blocks[0]}\n`
  const some = `${blocks.filter((_, at) => at % 2 === 0).join('\n\n')}\n`
  const starts = {
    'an empty file': '',
    'its own header': header,
    'a copy of it': template,
    'some of its messages': some,
  }

  it.each(Object.entries(starts))('from %s', async (_, there) => {
    for (const language of ['de', 'ja', 'pl', 'ar']) {
      const units = await unitsOf(po, opened(template), { target: { language } })
      const texts = Object.fromEntries(units.filter(isMessage).map(({ path, text }) => [path, `«${text}»`]))
      const result = await merged(po, there, { source: template, texts, language })
      expect(msgfmtTakes(result)).toBe('')
      const again = await unitsOf(po, opened(result), { target: { language } })
      const said = again.filter(isMessage).map(({ path, target }) => [path, target])
      expect(Object.fromEntries(said)).toEqual(texts)
    }
  })

  it('from a catalogue in each language that had half of them', async () => {
    for (const language of ['de', 'ja', 'pl', 'ar']) {
      const all = await bytesOf(rewrite(po, opened(template), ({ text }) => `«${text}»`, { language }))
      const blocksOfAll = all.toString('utf8').trimEnd().split('\n\n')
      const half = `${blocksOfAll.filter((_, at) => at % 2 === 0).join('\n\n')}\n`
      const units = await unitsOf(po, opened(template), { target: { language } })
      const texts = Object.fromEntries(units.filter(isMessage).map(({ path, text }) => [path, `«${text}»`]))
      const result = await merged(po, half, { source: template, texts, language })
      expect(result).toBe(`${blocksOfAll.join('\n\n')}\n`)
      expect(msgfmtTakes(result)).toBe('')
    }
  })
})
