import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inDemoPlace } from '../../../src/cli/demo/place.ts'
import { CHANGED, CORRECTED, localeFile, shopFiles, shopTexts, withText } from '../../../src/cli/demo/shop.ts'
import { linesOfLock, readLock } from '../../../src/sync/lock/index.ts'
import { ran } from '../../support/ran.ts'

describe('the repository of the demo', () => {
  it('has a thousand different texts, each with its translation', () => {
    const { source, translation } = shopTexts()
    const texts = (all: typeof source) => Object.values(all).flatMap(section => Object.values(section))
    expect(new Set(texts(source)).size).toBe(1000)
    expect(texts(translation)).toHaveLength(1000)
    expect(Object.keys(translation)).toEqual(Object.keys(source))
    const lock = readLock(shopFiles()['translation-mcp.lock'] ?? '')
    expect([...linesOfLock(lock)].filter(({ by }) => by.who === 'machine')).toHaveLength(1000)
  })

  it('has one source and one translation that changed since, and is the same each time', () => {
    const { source, translation } = shopTexts()
    expect(source[CHANGED.section]?.[CHANGED.key]).toBe('Order {name} deleted')
    expect(translation[CORRECTED.section]?.[CORRECTED.key]).toBe('Bestellung archivieren')
    expect(shopFiles()['locales/en.json']).toBe(localeFile(withText(source, CHANGED)))
    expect(shopFiles()).toEqual(shopFiles())
  })

  it('is one that check finds in step but for that source', async () => {
    await inDemoPlace(async ({ shop }) => {
      expect(await ran(['check'], {}, undefined, shop)).toMatchObject({
        code: 1,
        stdout: 'locales/de.json: order.deleted is stale: its source changed since it was translated\n',
      })
    })
  })

  it('goes when the demo ends, however it ends', async () => {
    const folders = () => readdirSync(tmpdir()).filter(name => name.startsWith('translation-mcp-demo-'))
    let made = ''
    const broken = inDemoPlace(async ({ shop }) => {
      made = path.dirname(shop)
      expect(folders()).toContain(path.basename(made))
      throw new Error('the disk is full')
    })
    await expect(broken).rejects.toThrow('the disk is full')
    expect(existsSync(made)).toBe(false)
  })
})
