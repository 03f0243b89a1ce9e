/** PHP itself reads what is written. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Format } from '../../../src/formats/format.ts'
import { php } from '../../../src/formats/literals/php.ts'
import { bytesOf, fc, opened, rewrite, unitsOf } from '../files.ts'
import { merged } from '../merging.ts'

const format: Format = php
const hasPhp = spawnSync('php', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'translation-mcp-heredoc-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What PHP makes of files that return something, as JSON. */
function saidByPhp(files: readonly (string | Uint8Array)[]): unknown {
  for (const [at, file] of files.entries()) writeFileSync(join(folder, `${at}.php`), file)
  const script =
    'echo json_encode(array_map(fn($at) => include __DIR__ . "/$at.php", range(0, (int) $argv[1])), JSON_THROW_ON_ERROR);'
  writeFileSync(join(folder, 'all.php'), `<?php error_reporting(E_ALL); ini_set('display_errors', 'stderr'); ${script}`)
  const run = spawnSync('php', [join(folder, 'all.php'), String(files.length - 1)], { encoding: 'utf8' })
  expect(run.stderr).toBe('')
  return JSON.parse(run.stdout)
}

async function textsIn(file: string | Uint8Array): Promise<(string | undefined)[]> {
  return (await unitsOf(format, opened(file))).map(({ text, left_out }) => (left_out === 'code' ? undefined : text))
}

const LINES = ['a b', '  a b', 'a\\tb', '\ta\n\n b \\$c', 'a \\" b \\\\ \\x41\\102\\u{43} \\e \\q', 'EOTX', ' \n']
const FILES = LINES.flatMap(lines =>
  ['', '  ', '\t'].flatMap(indent =>
    ['EOT', '"EOT"', "'EOT'"].flatMap(open =>
      ['\n', '\r\n'].map(eol => {
        const body = lines.replace(/^(?=.)/gm, indent).replaceAll('\n', eol)
        return `<?php${eol}return ['a' => <<<${open}${eol}${body}${eol}${indent}EOT, 'b' => 'c'];${eol}`
      }),
    ),
  ),
)

describe.skipIf(!hasPhp)('PHP reads', () => {
  it('the same texts in the lines of a file [FMT-1]', async () => {
    const said = await Promise.all(FILES.map(async file => (await textsIn(file))[0]?.replaceAll('\n', lineEnd(file))))
    expect(said).toEqual(textsOf(saidByPhp(FILES)))
    expect(said).not.toContain(undefined)
  })

  it('each translation that is written, and what follows it', async () => {
    const letters = fc.string({
      unit: fc.constantFrom(...' \t\n\\$"\'{}[]->aEOTnxu0\u0001é🙂'),
      minLength: 1,
      maxLength: 30,
    })
    const texts = fc.sample(letters, { numRuns: 3 * FILES.length, seed: 7 })
    const cases = texts.map((text, at) => ({ text, file: FILES[at % FILES.length] ?? '' }))
    const results = await Promise.all(
      cases.map(({ text, file }) =>
        bytesOf(rewrite(format, opened(file), ({ part }) => (part === 'a' ? text : undefined), { language: 'de' })),
      ),
    )
    const said = textsOf(saidByPhp(results))
    const kept = textsOf(saidByPhp(cases.map(({ file }) => file)))
    const wanted = cases.map(({ text, file }, at) =>
      /^[ \t]*EOT/m.test(text) ? kept[at] : text.replaceAll('\n', lineEnd(file)),
    )
    expect(said).toEqual(wanted)
  })

  it('a file that gained and lost such texts', async () => {
    const source =
      "<?php return [\n  'a' => <<<EOT\n  One \\\"\n    here\n  EOT,\n  'b' => [\n    'c' => <<<'EOT'\nTwo \\n\nEOT\n    ,\n  ],\n  'd' => 'x y'\n];\n"
    const texts = { 'php:/a': 'Eins "$x"\n\n  da', 'php:/b/c': "Zwei \\ '\n\tda", 'php:/d': 'z' }
    const results: string[] = []
    for (const there of [
      '<?php return [];\n',
      "<?php return ['d' => 'y'];\n",
      "<?php return [\n  'b' => ['c' => <<<X\n    alt\n    X],\n  'z' => 'gone',\n];\n",
    ])
      results.push(await merged(format, there, { source, texts, remove: ['php:/z'] }))
    const wanted = { a: 'Eins "$x"\n\n  da', b: { c: "Zwei \\ '\n\tda" }, d: 'z' }
    for (const said of textsOf(saidByPhp(results), false)) expect(said).toEqual(wanted)
  })
})

function lineEnd(file: string): string {
  return file.includes('\r\n') ? '\r\n' : '\n'
}

/** The first text of each file, or all that the file gives. */
function textsOf(said: unknown, first = true): unknown[] {
  if (!Array.isArray(said)) throw new Error('PHP says something else')
  return said.map(each => (first ? each.a : each))
}
