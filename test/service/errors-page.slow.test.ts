import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ERRORS } from '../../src/contract/errors.ts'
import { api } from '../../src/contract/operations.ts'
import { closeChromium, expectUsable, HAS_CHROMIUM, openPage } from '../support/chromium.ts'
import { startWorld } from '../support/world.ts'

afterAll(closeChromium)

/** The entry that the address leads to: its code, and how far its top is from the top of the window, in pixels. */
const TARGET = `(() => {
  const at = document.querySelector('dt:target')
  return { code: at?.id ?? '', top: at?.getBoundingClientRect().top ?? -1, wide: document.documentElement.scrollWidth }
})()`
const Target = z.object({ code: z.string(), top: z.number(), wide: z.number() })

const PHONE = { viewport: { width: 360, height: 740 } }

describe.runIf(HAS_CHROMIUM)('the error reference', () => {
  it('opens at the code of an error, by the docs_url that came with it, on a phone too [ERR-2]', async () => {
    const world = await startWorld()
    const refused = [
      await world.refuse(api.account.get, { key: null }),
      await world.refuse(api.batches.get, { params: { batch_id: 'none' } }),
      await world.refuse(api.glossaries.create, { body: { language_pair: 'en-tlh' } }),
    ]
    const { page, complaints } = await openPage(PHONE)
    for (const { code, docs_url } of refused) {
      await page.goto(docs_url)
      const { top, wide, ...at } = Target.parse(await page.evaluate(TARGET))
      expect([at.code, top >= 0 && top < 740, wide]).toEqual([code, true, 360])
    }
    const [code = ''] = Object.keys(ERRORS).slice(-1)
    await page.click(`nav a[href="#${code}"]`)
    expect(Target.parse(await page.evaluate(TARGET)).code).toBe(code)
    expect(complaints).toEqual([])
  })

  it.each(['light', 'dark'] as const)('can be read by everybody, in %s colours', async colorScheme => {
    const world = await startWorld()
    const { page, complaints } = await openPage({ colorScheme })
    await page.goto(`${world.baseUrl}/errors#plan_changed`)
    await expectUsable(page)
    const to = process.env.SHOTS
    if (to !== undefined) {
      for (const width of [360, 1000]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${world.baseUrl}/errors`)
        await page.screenshot({ path: `${to}/${colorScheme}-${width}.png` })
        await page.goto(`${world.baseUrl}/errors#plan_changed`)
        await page.screenshot({ path: `${to}/${colorScheme}-${width}-at.png` })
      }
    }
    expect(complaints).toEqual([])
  })
})
