import { expect, it } from 'vitest'
import { FilesInMemory, statesIn } from '../../sync/support.ts'
import { message, ts } from './files.ts'

const UNFINISHED = '<translation type="unfinished"></translation>'
const english = (...messages: readonly string[]) => ts(...messages).replace('"de"', '"en"')

it('a project of Qt is kept in step: the file of the source language is the template of all others [SYN-1]', async () => {
  const count = message(
    '%n file(s)',
    '<translation><numerusform>%n file</numerusform><numerusform>%n files</numerusform></translation>',
    [],
    true,
  )
  const [open, shut] = [message('Open it', UNFINISHED), message('Shut it', UNFINISHED, ['<comment>door</comment>'])]
  const gone = message('Leave it', '<translation type="vanished">Lass es</translation>')
  const name = 'translations/en.ts'
  const project = new FilesInMemory(
    {
      [name]: english(open, count, shut),
      'translations/de.ts': ts(message('Open it', '<translation>Öffne es</translation>'), gone),
    },
    { name, targets: ['de', 'pl'] },
  )
  expect(statesIn(await project.plan()).filter(line => line.startsWith('de'))).toEqual([
    'de Window|Open it edited',
    'de Window|%n file(s) missing',
    'de Window|%n file(s) missing',
    'de Window|door|Shut it missing',
  ])
  await project.run()
  expect(project.files.get('translations/de.ts')).toBe(
    ts(
      message('Open it', '<translation>Öffne es</translation>'),
      count.replace(/%n files?(?=<)/g, '«$&»'),
      message('Shut it', '<translation>«Shut it»</translation>', ['<comment>door</comment>']),
      gone,
    ),
  )
  const forms = ['«%n file»', '«%n files»', '«%n files»'].map(text => `<numerusform>${text}</numerusform>`)
  const polish = project.files.get('translations/pl.ts') ?? ''
  expect(polish).toContain('language="pl"')
  expect(polish).toContain(`<translation>${forms.join('')}</translation>`)
  expect(await project.run()).toEqual([])
  project.files.set(name, english(open.replace('Open', 'Unlock'), count, shut))
  expect(await project.run()).toEqual(['de Window|Unlock it', 'pl Window|Unlock it'])
})
