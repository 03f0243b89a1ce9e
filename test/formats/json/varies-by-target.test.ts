import { describe, expect, it } from 'vitest'
import { loadFormat } from '../../../src/formats/index.ts'

const json = await loadFormat('a.json')
const LANGUAGES = ['de', 'fr', 'pl', 'ar', 'ja', 'pt-BR']

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

async function unitsFor(text: string, language: string) {
  const units = []
  for await (const unit of json?.scan(bytesOf(text), { target: { language }, source: 'en' }) ?? []) units.push(unit)
  return units
}

const VARYING = {
  'the suffixes of i18next': '{"item_one": "{{count}} item", "item_other": "{{count}} items"}',
  'an older plural of i18next': '{"item": "{{count}} item", "item_plural": "{{count}} items"}',
  'plurals as objects': '{"items": {"one": "%d item", "other": "%d items"}}',
  'plurals of ICU': '{"items": "{count, plural, one {# item} other {# items}}"}',
  'plurals of ICU within a choice': '{"items": "{who, select, other {{n, plural, one {# item} other {# items}}}}"}',
  'a field of the language': '{"@@locale": "en", "hello": "Good morning"}',
  'the key of its language': '{"en": {"hello": "Good morning to all", "bye": "Good night to all"}}',
  'languages beside each other': '{"en": {"a": "Good morning"}, "de": {"a": "Guten Morgen"}}',
  'languages of each text':
    '{"title": {"en": "Good morning", "de": "Guten Morgen"}, "end": {"en": "Bye", "de": "Ende"}}',
}

const SAME = {
  'plain texts': '{"hello": "Good morning, {name}!", "menu": {"soup": "Soup of the day"}, "list": ["One", "Two"]}',
  'placeholders of all kinds': '{"a": "%s of %d", "b": "{{x}} and %{y}", "c": "<b>bold</b>", "d": "{0}, then {1}"}',
  'numbers and addresses': '{"a": "12", "b": "https://example.com", "c": "", "d": 5, "e": null}',
  'messages with notes': '{"hello": {"message": "Good morning", "description": "Greeting"}}',
  'one plain value': '"Good morning"',
}

describe('whether the units of a JSON file vary by the target', () => {
  it.each(Object.entries(VARYING))('is said of %s', async (_, text) => {
    expect(await json?.variesByTarget?.(bytesOf(text))).toBe(true)
  })

  it.each(Object.entries(SAME))('is denied of %s, which have the same units for every target', async (_, text) => {
    expect(await json?.variesByTarget?.(bytesOf(text))).toBe(false)
    const first = await unitsFor(text, 'de')
    for (const language of LANGUAGES) expect(await unitsFor(text, language)).toEqual(first)
  })
})
