/** What programs outside of Node read in files: `test/formats/reference-texts.py` asks them. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { ROOT } from './tree.ts'

const SCRIPT = join(ROOT, 'test', 'formats', 'reference-texts.py')
const Lacking = z.record(z.string(), z.array(z.string()))
const Texts = z.union([z.array(z.string()), z.object({ error: z.string() })])

/** What each reader lacks with a Python. The one of the system has the system's packages. */
const pythons = ['python3', '/usr/bin/python3'].flatMap(python => {
  const { status, stdout } = spawnSync(python, [SCRIPT, '--lacking'], { encoding: 'utf8' })
  return status === 0 ? [{ python, lacking: Lacking.parse(JSON.parse(stdout)) }] : []
})

/** The Python that has all a reader needs; absent where none has, and what the last of them lacks. */
export function pythonFor(reader: string): { readonly python?: string; readonly lacks: string } {
  const lackedWith = ({ lacking }: (typeof pythons)[number]) => lacking[reader] ?? [`the reader ${reader}`]
  const able = pythons.find(each => lackedWith(each).length === 0)
  const last = pythons.at(-1)
  return { ...(able && { python: able.python }), lacks: last ? lackedWith(last).join(', ') : 'Python 3' }
}

/** The texts of each file, in the order of the files; or why the reader does not read it. */
export function textsOf(python: string, reader: string, files: readonly string[]): z.infer<typeof Texts>[] {
  const input = files.map(file => JSON.stringify({ reader, file })).join('\n')
  const { status, stdout, stderr } = spawnSync(python, [SCRIPT], { input, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  expect(status, stderr).toBe(0)
  const answers = stdout.split('\n').filter(line => line !== '')
  expect(answers).toHaveLength(files.length)
  return answers.map(line => Texts.parse(JSON.parse(line)))
}
