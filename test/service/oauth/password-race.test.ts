import { expect, it } from 'vitest'
import { hashPassword } from '../../../src/service/oauth/passwords.ts'
import { write } from '../../../src/service/store/database.ts'
import { setPassword } from '../../../src/service/store/members.ts'
import { Browser } from '../../support/browser.ts'
import { PASSWORD, startOAuthWorld } from '../../support/sign-in.ts'

it('a sign-in whose password is replaced while it is checked opens nothing [OAU-2]', async () => {
  let ahead = 0
  const clock = () => Date.now() + ahead
  const { db, newId, members, issuer } = await startOAuthWorld({ clock })
  const replace = (password_hash: string) =>
    write(db, tx => setPassword(tx, { id: members.rita, password_hash, now: clock(), newId }))
  // As heavy as in use: it is still checked when the other one is set.
  await replace(await hashPassword(PASSWORD))
  const other = await hashPassword('another horse battery staple')
  ahead += 2000
  const browser = new Browser()
  const form = await browser.go(`${issuer}/account`)
  const entering = browser.submit(form, '/sign-in?to=%2Faccount', { name: 'rita', password: PASSWORD })
  const tried = async () => (await db.selectFrom('sign_in_tries').select('who').execute()).length
  await expect.poll(tried, { interval: 1 }).toBeGreaterThan(0)
  await replace(other)
  ahead += 2000
  const { url } = await entering
  expect(browser.log).toContain('POST /sign-in 303')
  expect(url.pathname).toBe('/sign-in')
})

it('a password that is replaced while a member changes it with the old one stays as it was replaced [OAU-1]', async () => {
  const { db, newId, members, issuer } = await startOAuthWorld()
  const replace = (password_hash: string) =>
    write(db, tx => setPassword(tx, { id: members.rita, password_hash, now: Date.now(), newId }))
  const hash = async () =>
    (await db.selectFrom('members').select('password_hash').where('id', '=', members.rita).executeTakeFirst())
      ?.password_hash
  await replace(await hashPassword(PASSWORD))
  const other = await hashPassword('another horse battery staple')
  const browser = new Browser()
  const form = await browser.go(`${issuer}/account`)
  const page = await browser.submit(form, '/sign-in?to=%2Faccount', { name: 'rita', password: PASSWORD })
  await db.deleteFrom('sign_in_tries').execute()
  const [fresh, again] = ['a third horse battery staple', 'a third horse battery staple']
  const changing = browser.submit(page, '/account/password', { password: PASSWORD, new: fresh, again })
  const tried = async () => (await db.selectFrom('sign_in_tries').select('who').execute()).length
  await expect.poll(tried, { interval: 1 }).toBeGreaterThan(0)
  await replace(other)
  expect((await changing).status).toBe(401)
  expect(await hash()).toBe(other)
})
