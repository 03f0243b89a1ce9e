import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { resultOf, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'

const XLIFF = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" target-language="fr" datatype="plaintext" original="shop.html">
    <body>
      <trans-unit id="1">
        <source>Hello <x id="INTERPOLATION" equiv-text="{{ name }}"/>, welcome back</source>
      </trans-unit>
      <trans-unit id="2">
        <source>Leave the shop</source>
        <target state="translated">Quitter la boutique</target>
      </trans-unit>
      <trans-unit id="3" translate="no">
        <source>Acme Reader</source>
      </trans-unit>
    </body>
  </file>
</xliff>
`

it('the service translates an XLIFF file into another language than its targets have [RES-2, FMT-2]', async () => {
  const world = await startWorld()
  const created = await world.call(api.batches.create, {
    body: { content: XLIFF, filename: 'messages.xlf', instruction: 'Translate into German.' },
  })
  expect(created.plan?.not_included.map(({ reason }) => reason)).toContain('the file says not to translate it')
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  expect(file.text).toContain('source-language="en" target-language="de"')
  expect(file.text).toMatch(
    /<\/source>\n {8}<target state="translated">⟦de [^⟧]*<x id="INTERPOLATION" equiv-text="{{ name }}"\/>[^⟧]*⟧<\/target>\n/,
  )
  expect(file.text).toMatch(/<target state="translated">⟦de [^⟧]*⟧<\/target>/)
  expect(file.text).not.toContain('Quitter')
})

it('the service gives an XLIFF file of its own for each of several languages [RES-2, FMT-3]', async () => {
  const world = await startWorld()
  const created = await world.call(api.batches.create, {
    body: { content: XLIFF, filename: 'messages.xlf', instruction: 'Translate into German and Polish.' },
  })
  await translate(world, created)
  const { file } = await resultOf(world, created.batch.id)
  const texts = Object.entries(unzipSync(file.bytes)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])
  expect(texts).toEqual(
    ['de', 'pl'].map(language => [
      `messages.${language}.xlf`,
      expect.stringMatching(new RegExp(`target-language="${language}"(?:[^⟦]|⟦${language} )+$`)),
    ]),
  )
})

it('the service fills an XLIFF file that holds several languages in one file [RES-2, FMT-3]', async () => {
  const world = await startWorld()
  const part = (language: string, target: string): string =>
    `<file source-language="en" target-language="${language}" original="a"><body><trans-unit id="1"><source>Leave the shop</source>${target}</trans-unit><trans-unit id="2"><source>Open a shop</source></trans-unit></body></file>`
  const content = `<xliff version="1.2">${part('fr', '<target>Quitter</target>')}${part('de', '')}</xliff>`
  const created = await world.call(api.batches.create, {
    body: { content, filename: 'messages.xlf', instruction: 'Translate into French and German.' },
  })
  const refused = world.call(api.batches.create, {
    body: { content, filename: 'other.xlf', instruction: 'Translate into Polish.' },
  })
  await expect(refused).rejects.toThrow(/no text is left to translate\. .*for other languages than that\./)
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  expect(file.text.replaceAll(/⟦(\w\w) [^⟧]+⟧/g, '$1 …')).toBe(
    content
      .replaceAll('shop</source></trans', 'shop</source><target state="translated">de …</target></trans')
      .replace('<target state="translated">de …', '<target state="translated">fr …'),
  )
})
