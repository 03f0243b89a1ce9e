import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ran } from '../support/ran.ts'
import { refusal } from '../support/refusal.ts'
import { temporaryFolder } from '../support/world.ts'

const env = () => ({ TRANSLATION_DATA_DIR: join(temporaryFolder(), 'data') })

describe('limits on what may be approved', () => {
  it('are set for a member, kept beside each other, and removed', async () => {
    const place = { ...env(), TRANSLATION_MONTHLY_CREDITS: '7' }
    await ran(['members', 'invite', 'anna'], place)
    const first = await ran(['members', 'set', 'anna', '--monthly-credits', '5000', '--daily-tokens', '20000'], place)
    expect(first.code).toBe(0)
    expect(first.stdout).toContain('  at most 5,000 credits a month\n  at most 20,000 tokens a day\n')
    const second = await ran(['members', 'set', 'anna', '--daily-money', '5 EUR', '--daily-tokens', 'none'], place)
    expect(second.stdout).toContain('  at most 5,000 credits a month\n  at most 5.00 EUR a day\n')
    const other = await ran(['members', 'set', 'anna', '--role', 'admin', '--json'], place)
    expect(other.stdout).not.toContain('limits')
  })

  it('are set for a workspace, or for the key of this computer alone', async () => {
    const place = env()
    const whole = await ran(
      ['workspaces', 'set', 'local', '--daily-characters', '100000', '--monthly-credits', '9'],
      place,
    )
    expect(whole.stdout).toBe('local\n  at most 100,000 characters a day\n  at most 9 credits a month\n')
    const own = await ran(['workspaces', 'set', 'local', '--local', '--monthly-money', '20 USD', '--json'], place)
    expect(JSON.parse(own.stdout)).toEqual({
      limits: [{ unit: 'money', period: 'month', amount: 20, currency: 'USD' }],
    })
  })

  it('are listed with what is left of them, beside members and workspaces', async () => {
    const place = env()
    await ran(['members', 'invite', 'anna'], place)
    await ran(['members', 'set', 'anna', '--daily-tokens', '20000'], place)
    await ran(['workspaces', 'set', 'local', '--monthly-credits', '9'], place)
    await ran(['workspaces', 'set', 'local', '--local', '--monthly-money', '20 USD'], place)
    const members = await ran(['members', 'list'], place)
    expect(members.stdout).toMatch(/^"admin".*\n"anna".*\n {2}at most 20,000 tokens a day, 20,000 tokens left\n$/)
    const asJson = await ran(['members', 'list', '--json'], place)
    expect(JSON.parse(asJson.stdout).members).toMatchObject([
      { name: 'admin', limits: [] },
      { name: 'anna', limits: [{ unit: 'tokens', period: 'day', amount: 20_000, left: 20_000 }] },
    ])
    expect((await ran(['workspaces', 'list'], place)).stdout).toContain(
      '\n  at most 9 credits a month, 9 credits left\n' +
        "  at most 20.00 USD a month, 20.00 USD left, by this computer's own key\n",
    )
  })

  it.each([
    ['workspaces set local', 'workspaces set needs a limit, such as --daily-tokens N.'],
    ['workspaces set', 'workspaces set needs the SLUG of a workspace: workspaces list shows them.'],
    ['workspaces set local --daily-tokens -1', '--daily-tokens must be a whole number, or none, not "-1".'],
    ['workspaces create Shop --daily-tokens 1', 'workspaces create takes no limits: workspaces set does.'],
    ['workspaces list --local', 'workspaces list does not take --local.'],
    ['members remove anna --daily-tokens 1', 'members remove takes no limits: members set does.'],
    ['members set anna --daily-money 5', '--daily-money must be an amount and a currency, as 5 EUR, or none, not "5".'],
    ['keys list --daily-tokens 1', 'keys does not take --daily-tokens. These do: members, workspaces.'],
  ])('%s: is told in words', async (line, message) => {
    expect(await ran(line.split(' '), env())).toMatchObject({ code: 2, stderr: refusal(message, line.split(' ')[0]) })
  })

  it('of a new workspace leave what it is granted as it was said', async () => {
    const place = env()
    const made = await ran(['workspaces', 'create', 'Shop', '--monthly-credits', '500', '--json'], place)
    expect(JSON.parse(made.stdout)).toMatchObject({ workspace: { monthly_allowance: 500 } })
    const byVariable = await ran(['workspaces', 'create', 'Bar', '--json'], {
      ...place,
      TRANSLATION_MONTHLY_CREDITS: '30',
    })
    expect(JSON.parse(byVariable.stdout)).toMatchObject({ workspace: { monthly_allowance: 30 } })
  })
})
