import { expect, it } from 'vitest'
import { FilesInMemory, statesIn } from '../../sync/support.ts'

const tuv = (language: string, text: string) => `<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`
const file = (...units: readonly string[]) =>
  `<tmx version="1.4">\n<header srclang="en"/>\n<body>\n${units.map(unit => `  ${unit}\n`).join('')}</body>\n</tmx>\n`

it('a memory for each language is kept in step, its units known by their ids or their texts [SYN-1]', async () => {
  const [open, leave] = [`<tu tuid="open">${tuv('en', 'Open it')}</tu>`, `<tu>${tuv('en', 'Leave it')}</tu>`]
  const name = 'memory/en.tmx'
  const there = `<tu tuid="open">${tuv('en', 'Open it')}${tuv('de', 'Öffne es')}</tu>`
  const gone = `<tu tuid="gone">${tuv('en', 'Gone')}${tuv('de', 'Weg')}</tu>`
  const project = new FilesInMemory(
    { [name]: file(open, leave), 'memory/de.tmx': file(there, gone) },
    { name, targets: ['de', 'fr'] },
  )
  expect(statesIn(await project.plan())).toEqual([
    'de open edited',
    'de Leave it missing',
    'de gone orphan',
    'fr open missing',
    'fr Leave it missing',
  ])
  await project.run()
  const german = `<tu>${tuv('en', 'Leave it')}${tuv('de', '«Leave it»')}</tu>`
  expect(project.files.get('memory/de.tmx')).toBe(file(there, german, gone))
  expect(project.files.get('memory/fr.tmx')).toBe(
    file(
      `<tu tuid="open">${tuv('en', 'Open it')}${tuv('fr', '«Open it»')}</tu>`,
      `<tu>${tuv('en', 'Leave it')}${tuv('fr', '«Leave it»')}</tu>`,
    ),
  )
  expect(await project.run()).toEqual([])
  project.files.set(name, file(open.replace('Open', 'Unlock'), leave))
  expect(await project.run()).toEqual(['fr open'])
  expect(project.files.get('memory/fr.tmx')).toContain(
    `<tu tuid="open">${tuv('en', 'Unlock it')}${tuv('fr', '«Unlock it»')}</tu>`,
  )
})
