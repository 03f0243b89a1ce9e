import { expect, it } from 'vitest'
import { startApy } from '../support/apy.ts'
import { createdIn, translate } from '../support/flow.ts'
import { ran } from '../support/ran.ts'
import { startWorld, type World } from '../support/world.ts'

const HOSTILE = 'Tom & <b>"Jerry"</b> are here.'

async function filled() {
  const apy = await startApy({})
  const world = await startWorld({ settings: { engine: 'apertium', engines: { apertium: { url: apy.url } } } })
  await sent(world, 'shop.json', { intro: 'The shop is open on Monday.', joke: HOSTILE }, 'shop-1')
  await sent(world, 'blog.json', { intro: 'A blog is never finished.' }, 'blog-2')
  await sent(world, 'notes.json', { intro: 'These notes have no project.' })
  const memory = (...argv: string[]) => ran(['memory', ...argv], { TRANSLATION_DATA_DIR: world.dataDir })
  return { memory }
}

async function sent(world: World, filename: string, content: object, project?: string): Promise<void> {
  const body = { content: JSON.stringify(content), filename, instruction: 'Translate into Spanish.' }
  const label = project === undefined ? {} : { 'translation-project': project }
  const headers = { 'content-type': 'application/json', ...label }
  const answer = await world.send('POST', '/v1/batches', { headers, body: JSON.stringify(body) })
  await translate(world, createdIn(answer))
}

it('a memory is exported as TMX, whatever its texts are [ENG-4]', async () => {
  const { memory } = await filled()
  const { stdout, stderr, code } = await memory('export', '--project', 'shop-1')
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Exported: 2 translations.\n' })
  expect(stdout).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<tmx version="1.4">/)
  expect(stdout.match(/<tu /g)).toHaveLength(2)
  expect(stdout).toContain(
    '<tuv xml:lang="en"><seg>Tom &amp; &lt;b&gt;&quot;Jerry&quot;&lt;/b&gt; are here.</seg></tuv>',
  )
  expect(stdout).toContain('<prop type="x-project">shop-1</prop><prop type="x-file">shop.json</prop>')
  expect(stdout.endsWith('</body>\n</tmx>\n')).toBe(true)
  expect(await memory('export', '--json')).toMatchObject({ code: 2, stderr: expect.stringContaining('TMX') })
})
