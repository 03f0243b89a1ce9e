import { describe, expect, it } from 'vitest'
import { Browser } from '../support/browser.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { startTeam } from '../support/team.ts'

describe('the pages of sign-in', () => {
  it('are on the port of MCP too: a member sees what acts for her, whatever this computer is called [OAU-2]', async () => {
    const team = await startTeam()
    await team.token({ member: 'olga' })
    const browser = new Browser()
    const form = await browser.go(`${team.origin.replace('127.0.0.1', 'localhost')}/connections`)
    expect(form.url.href).toBe(`${team.origin}/sign-in`)
    const page = await browser.submit(form, '/sign-in', { name: 'olga', password: PASSWORD })
    expect(page.html).toContain('Translation command line')
    expect((await browser.submit(page, '/connections/revoke')).html).toContain('is disconnected')
  })

  it('are not led away where a proxy in front speaks for another origin', async () => {
    const team = await startTeam({ origin: 'https://translate.example' })
    const { port } = new URL(team.mcp)
    const answer = await fetch(`http://127.0.0.1:${port}/sign-in`, { redirect: 'manual' })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie().join().toLowerCase()).toContain('secure')
  })
})
