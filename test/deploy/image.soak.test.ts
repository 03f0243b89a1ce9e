import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../support/tree.ts'
import { deployed } from './deploying.ts'

it('the steps of the Dockerfile make a program that runs, from an empty folder and what the image is given [CLI-3]', () => {
  const root = mkdtempSync(join(tmpdir(), 'image-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [source, app, packed] = [join(root, 'src'), join(root, 'app'), join(root, 'tmp')]
  for (const folder of [source, app, packed]) mkdirSync(folder)
  const names = deployed('Dockerfile.dockerignore').match(/(?<=^!).+$/gm) ?? []
  const stage = deployed('Dockerfile').split('\nFROM ')[1] ?? ''
  let folder = source
  for (const line of stage.split('\n')) {
    const [, step = '', rest = ''] = /^(WORKDIR|COPY|RUN) (.*)$/.exec(line) ?? []
    if (step === 'WORKDIR') folder = rest === '/app' ? app : source
    if (step === 'COPY') {
      const given = rest.split(' ').slice(0, -1)
      for (const name of given[0] === '.' ? names : given)
        cpSync(join(ROOT, name), join(source, name), { recursive: true })
    }
    if (step === 'RUN') execFileSync('sh', ['-c', rest.replaceAll('/tmp', packed)], { cwd: folder, stdio: 'pipe' })
  }
  const program = join(app, 'node_modules', '.bin', 'translation-mcp')
  expect(existsSync(program)).toBe(true)
  expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(execFileSync(program, ['worker', '--help'], { encoding: 'utf8' })).toContain('--drain-seconds')
}, 300_000)
