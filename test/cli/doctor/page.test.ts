import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CHECK_NAMES, DOCTOR_CHECKS } from '../../../src/cli/doctor/checks.ts'
import { ROOT } from '../../support/tree.ts'

const PAGE = join(ROOT, 'docs', 'doctor.md')

it('docs/doctor.md has every check and how long it may take; `npm test -- doctor/page -u` writes it', async () => {
  const page = readFileSync(PAGE, 'utf8')
  const section = /(?<=<!-- checks -->\n)[\s\S]*?(?=<!-- \/checks -->)/
  expect(page).toMatch(section)
  const rows = DOCTOR_CHECKS.map(
    ({ name, looks_at, patience_ms }) => `| \`${name}\` | ${looks_at} | ${patience_ms / 1000} s |\n`,
  )
  const table = `| name | what is looked at | given up after |\n|---|---|---|\n${rows.join('')}`
  await expect(page.replace(section, () => table)).toMatchFileSnapshot(PAGE)
})

it('each check has a name of its own', () => {
  expect(new Set(CHECK_NAMES).size).toBe(CHECK_NAMES.length)
})
