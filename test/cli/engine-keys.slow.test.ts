import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makePlace, runProgram } from '../support/program.ts'
import { temporaryFolder } from '../support/world.ts'

it('status says that the keyring does not give the key, and goes on', async () => {
  const place = makePlace()
  // A data folder that says that the key of DeepL is in the keyring.
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'engine-keys'))
  writeFileSync(join(folder, 'engine-keys', 'deepl'), 'one\n')
  const env = { TRANSLATION_DATA_DIR: folder }
  const { code, stdout } = await runProgram(['status'], { place, env })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^engine: +deepl$/m) })
  expect(stdout).toMatch(
    /^engine keys: +deepl in this system's keyring, which cannot be read now: unlock it, or set TRANSLATION_DEEPL_API_KEY$/m,
  )
})
