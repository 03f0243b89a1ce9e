import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { environmentOf, makePlace, type Place, PROGRAM, runProgram } from '../support/program.ts'
import { PSEUDO, Report, read } from './shop.ts'

const ARGS = ['--to', 'fr', '--yes', '--max-credits', '100000']
const translate = (place: Place, ...args: string[]) =>
  runProgram(['translate', ...args, ...ARGS], { place, env: PSEUDO })

function pages(place: Place, folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const name = `${folder}/part${at % 20}/page${at}.md`
    mkdirSync(join(place.work, name, '..'), { recursive: true })
    writeFileSync(join(place.work, name), `# Page ${at}\n\nThe soup number ${at} is hot today.\n`)
    return name
  })
}

function filesIn(place: Place, folder: string): string[] {
  const entries = readdirSync(join(place.work, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}

it('a folder of 120 files is one table, one yes and one report, and a run that is killed goes on and pays nothing twice [MCP-9, CLI-2]', async () => {
  const place = makePlace()
  const sources = pages(place, 'docs', 120)
  writeFileSync(join(place.work, 'docs', 'picture.png'), 'x')
  const env = { ...environmentOf(place), ...PSEUDO }
  const child = spawn(process.execPath, [PROGRAM, 'translate', 'docs/', ...ARGS], { cwd: place.work, env })
  // Some results are saved by then, and all plans are approved.
  for await (const chunk of child.stderr) if (String(chunk).includes('24 of 120 files done')) child.kill('SIGKILL')
  const kept = filesIn(place, 'docs.fr').length
  expect(kept).toBeGreaterThan(20)
  expect(kept).toBeLessThan(120)

  const { code, stdout, stderr } = await translate(place, 'docs/', '--json')
  const { files } = Report.parse(JSON.parse(stdout))
  expect(code, stderr.slice(-2000)).toBe(0)
  expect(files.map(({ file }) => file).sort()).toEqual(sources.sort())
  expect(files.filter(({ credits }) => credits !== null)).toEqual([])
  expect(new Set(files.map(({ batch_id }) => batch_id)).size).toBe(120)
  expect(filesIn(place, 'docs.fr')).toHaveLength(120)
  expect(read(place, 'docs.fr/part7/page7.md')).toContain('⟦fr')
  expect(stderr).toContain('120 of 120 files translated, 0 credits spent.\n  120 files in docs.fr\n')
  expect(stderr).toContain('Left aside in «docs/»: 1 file of other formats, such as «picture.png».')
})

it('a folder that gives nothing, and one with more files than one run takes, end with a status and words [CLI-2]', async () => {
  const place = makePlace()
  for (const name of ['empty', 'code']) mkdirSync(join(place.work, name))
  writeFileSync(join(place.work, 'code', 'a.ts'), 'x')
  symlinkSync('itself', join(place.work, 'itself'))
  symlinkSync('code', join(place.work, 'link'))
  pages(place, 'many', 501)
  const said = async (name: string) => {
    const { code, stderr } = await translate(place, name)
    return [code, stderr]
  }
  expect(await said('empty')).toEqual([
    1,
    expect.stringContaining('empty: The folder "empty" holds no file to translate.'),
  ])
  expect(await said('code')).toEqual([
    1,
    expect.stringContaining('Left aside: 1 file of other formats, such as «a.ts».'),
  ])
  expect(await said('link')).toEqual([1, expect.stringContaining('The folder "link" holds no file to translate.')])
  expect(await said('itself')).toEqual([2, expect.stringContaining('There is no file "itself" here.')])
  expect(await said('many')).toEqual([2, expect.stringContaining('these are 501 files, and one run takes at most 500')])
})

it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a file and a folder that may not be read are named, and the others are translated [MCP-10]',
  async () => {
    const place = makePlace()
    pages(place, 'docs', 3)
    mkdirSync(join(place.work, 'docs', 'shut'))
    chmodSync(join(place.work, 'docs', 'shut'), 0)
    chmodSync(join(place.work, 'docs/part0/page0.md'), 0)
    const { code, stderr } = await translate(place, 'docs')
    expect(code).toBe(1)
    expect(stderr).toContain('docs/shut: The folder "docs/shut" cannot be read.')
    expect(stderr).toMatch(/Not translated:\n(?: .*\n)* {2}docs\/part0\/page0\.md: .*cannot be read/)
    expect(filesIn(place, 'docs.fr')).toHaveLength(2)
  },
)
