import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { manualPage } from '../../src/cli/help/manual.ts'
import { COMMAND_NAMES, SETTINGS } from '../../src/cli/settings.ts'
import { ROOT } from '../support/tree.ts'

const page = manualPage()
const has = (program: string) => spawnSync(program, ['--version']).error === undefined

describe('the manual page', () => {
  it('has every command, every setting and every option', () => {
    for (const name of COMMAND_NAMES.filter(name => name !== 'stdio'))
      expect(page).toContain(`.SS "${name.replaceAll('-', '\\-')}"`)
    for (const { flag, variable } of SETTINGS) {
      const name = flag === undefined ? variable : `--${flag}`
      expect(page).toMatch(new RegExp(`^\\\\fB.*${name?.replaceAll('-', '\\\\-')}(?![\\w-])`, 'm'))
    }
  })

  it('is made of macros of man(7) and of lines that are none, in ASCII', () => {
    const MACRO = /^\.(?:TH|SH|SS|TP|PP|br|B|\\")(?: |$)/
    const wrong = page.split('\n').filter(line => /^[.']/.test(line) && !MACRO.test(line))
    expect(wrong).toEqual([])
    expect(page).not.toMatch(/[\u0080-\u{10ffff}]/u)
    expect(page).not.toMatch(/^$[\s\S]/m)
  })

  it.skipIf(!has('groff'))('is read by groff without a warning', () => {
    const read = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z'], { input: page, encoding: 'utf8' })
    expect({ status: read.status, stderr: read.stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.skipIf(!has('groff'))('shows what it says, with hyphens that can be copied', () => {
    const env = { ...process.env, GROFF_NO_SGR: '1' }
    const shown = execFileSync('groff', ['-man', '-Tutf8', '-P-cbou'], { input: page, encoding: 'utf8', env })
    expect(shown).toMatch(/^ +translation-mcp translate FILE… "INSTRUCTION"$/m)
    expect(shown).toMatch(/^ +translation-mcp +- files translated from chat/m)
  })

  it('is built, and goes into the package, where the manual of npm finds it', () => {
    expect(readFileSync(path.join(ROOT, 'dist', 'translation-mcp.1'), 'utf8')).toBe(page)
    const manifest = z
      .object({ man: z.array(z.string()) })
      .parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')))
    expect(manifest.man).toEqual(['./dist/translation-mcp.1'])
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    const [{ files }] = z
      .tuple([z.object({ files: z.array(z.object({ path: z.string() })) })])
      .parse(JSON.parse(packed))
    expect(files.map(file => file.path)).toContain('dist/translation-mcp.1')
  })
})
