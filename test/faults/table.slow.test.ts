import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../support/tree.ts'
import { MEETS } from './faults.ts'
import { OPERATIONS_TRIED } from './operations.ts'
import { type Outcome, type Rig, startRig } from './rig.ts'
import { faultTables, type Row } from './written.ts'

const PAGE = join(ROOT, 'docs', 'faults.md')
const rows: Row[] = []
let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})

/** What no outcome may be, whatever the operation and the fault. */
function judge({ told, text, sent, effect, effect_again, again, spent, cost }: Outcome): void {
  expect(effect ?? 0, 'done twice').toBeLessThanOrEqual(1)
  expect(effect_again ?? 0, 'done twice after the same call again').toBeLessThanOrEqual(1)
  expect(spent, 'spent twice').toBeLessThanOrEqual(cost)
  if (told === 'done') expect(effect ?? 1, 'told as done').toBe(1)
  if (effect === 1 && told !== 'done') expect(text).not.toMatch(/Nothing was (?:changed|sent)|unchanged/)
  if (sent === 0)
    expect(text).not.toMatch(/may have happened|outcome is unknown|If this call made|whether the work has/)
  if (again === 'done') expect(effect_again ?? 1).toBe(1)
}

describe('an operation that meets a fault is never done or paid twice, and says what may have happened [ERR-3, CRE-10]', () => {
  it.each(OPERATIONS_TRIED)('$name', async tried => {
    for (const [at, meets] of MEETS.entries()) {
      const outcome = await rig.meet(tried, meets, nameOf(OPERATIONS_TRIED.indexOf(tried), at))
      rows.push({ tried, meets, outcome })
      judge(outcome)
    }
  })
})

/** A new name that is a language tag too, so that each glossary has a pair of its own. */
function nameOf(operation: number, fault: number): string {
  const letter = (count: number) => String.fromCharCode(97 + count)
  return `de-x-${letter(Math.trunc(operation / 26))}${letter(operation % 26)}${letter(fault)}`
}

it('the table of faults says what happened; `npx vitest run --project slow test/faults -u` writes it', async () => {
  expect(rows).toHaveLength(OPERATIONS_TRIED.length * MEETS.length)
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
  const section = /(?<=<!-- faults -->\n)[\s\S]*?(?=<!-- \/faults -->)/
  expect(page).toMatch(section)
  await expect(page.replace(section, () => faultTables(rows))).toMatchFileSnapshot(PAGE)
})
