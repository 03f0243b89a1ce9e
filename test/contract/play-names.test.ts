import { describe, expect, it } from 'vitest'
import {
  extensionOf,
  familyOf,
  isSameFormat,
  kindWithExtension,
  playTagOf,
  stemOf,
} from '../../src/contract/formats.ts'

describe('the names of messages files of Play', () => {
  it.each([
    ['messages', '', 'messages'],
    ['conf/messages', '', 'messages'],
    ['C:\\app\\conf\\messages.de', 'de', 'messages.de'],
    ['messages.pt-BR', 'pt-BR', 'messages.pt-BR'],
    ['messages.zh_Hant_TW', 'zh_Hant_TW', 'messages.zh_Hant_TW'],
    ['messages.es-419', 'es-419', 'messages.es-419'],
    ['messages.en-XA', 'en-XA', 'messages.en-XA'],
    ['messages.jbo', 'jbo', 'messages.jbo'],
  ])('%s is one, with the tag %j', (name, tag, stem) => {
    expect([extensionOf(name), playTagOf(name), stemOf(name)]).toEqual(['messages', tag, stem])
    expect(familyOf(name)).toMatchObject({ family: 'catalogue', media_type: 'text/x-play-messages' })
    expect(isSameFormat(name, 'messages')).toBe(true)
  })

  it.each([
    ['messages.md', 'md', 'messages'],
    ['messages.ts', 'ts', 'messages'],
    ['messages.po', 'po', 'messages'],
    ['messages.mo', 'mo', 'messages'],
    ['messages.sh', 'sh', 'messages'],
    ['messages.new', 'new', 'messages'],
    ['messages.default', 'default', 'messages'],
    ['messages.xx', 'xx', 'messages'],
    ['messages.de.json', 'json', 'messages.de'],
    ['messages.', '', 'messages'],
    ['messages.de-DE-1996', 'de-de-1996', 'messages'],
    ['my.messages', 'messages', 'my'],
    ['messages.messages', 'messages', 'messages'],
    ['MESSAGES', '', 'MESSAGES'],
    ['messages.d/de', '', 'de'],
    ['.env', 'env', ''],
    ['a.b.TXT', 'txt', 'a.b'],
    ['folder.x/readme', '', 'readme'],
  ])('%s is none: its extension is %j', (name, extension, stem) => {
    expect([extensionOf(name), playTagOf(name), stemOf(name)]).toEqual([extension, undefined, stem])
  })

  it('says what such a file is', () => {
    expect(kindWithExtension('messages')).toBe('a messages file of Play')
    expect(kindWithExtension('messages', true)).toBe('messages files of Play')
    expect(kindWithExtension('json')).toBe('a .json file')
    expect(kindWithExtension('json', true)).toBe('.json files')
  })
})
