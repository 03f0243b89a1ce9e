import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { detailColumn } from '../../../src/service/store/audit.ts'
import { suggestionsColumn, surveyColumn } from '../../../src/service/store/batches.ts'
import { accessTokenColumn } from '../../../src/service/store/oauth.ts'
import { countsColumn, intentColumn, planColumn } from '../../../src/service/store/plans.ts'
import { qualityColumn } from '../../../src/service/store/results.ts'
import {
  ceilingColumn,
  grantedColumn,
  keyScopesColumn,
  requestedColumn,
} from '../../../src/service/store/scope-lists.ts'
import { type Stored, stored, UnreadableColumn } from '../../../src/service/store/stored.ts'

const SCOPES = '["account:read","batches:read","batches:create"]'

/** A survey as version 0.1.0 of this program wrote it, without the family that it named first. */
const SURVEYS = [
  '"extension":"csv","source_language":{"tag":"en","from":"detected"},"parts":[{"part":"column headings","units":3,"words":3,"left_out":{"key":{"units":3,"words":3}}},{"part":"text","units":2,"words":5,"left_out":{}}],"choices":{"rows":{"called":"row","first":2,"last":3,"headings":true},"flags":{"fuzzy":1},"kinds":["heading"]},"units":7,"words":11,"characters":36',
  '"extension":"json","parts":[{"part":"menu.open","units":1,"words":1,"left_out":{}}],"choices":{"flags":{},"kinds":[]},"units":2,"words":1,"characters":17',
] as const

/** Every column, with a text as version 0.1.0 of this program wrote it, or the version of its own that it has now. */
const COLUMNS: readonly [name: string, column: Stored<unknown>, written: string][] = [
  ['batches.survey_json', surveyColumn, `{"$version":2,"value":{${SURVEYS[0]}}}`],
  ['batches.survey_json', surveyColumn, `{"$version":2,"value":{${SURVEYS[1]}}}`],
  [
    'batches.suggestions_json',
    suggestionsColumn,
    '["Translate into Spanish.","Translate into German in a formal tone."]',
  ],
  [
    'plans.plan_json',
    planColumn,
    '{"plan_revision":"pr_vgfhu4mhdhuifn6r","credit_cost":5,"word_count":5,"new_words":5,"reused_words":0,"source_language":"en","source_language_from":"detected","target_languages":["de"],"quality_tier":"standard","included":[{"part":"text","segments":2,"words":5}],"not_included":[{"part":"note","reason":"left out because you asked","words":1}],"applied":["Translate rows 1 to 3"],"guidance":["friendly tone"],"not_understood":[],"keep_untranslated":["Hello"],"glossaries":[{"language_pair":"en-de","term_count":1}],"preview":[{"part":"text","text":"Hello you"}],"engine":"pseudo","text_goes_to":"nowhere","billing":{"who":"workspace","unit":"credits","estimate":5},"advice":[]}',
  ],
  [
    'plans.counts_json',
    countsColumn,
    '{"segments":7,"words":11,"characters":36,"selected_segments":2,"selected_words":5}',
  ],
  [
    'plans.intent_json',
    intentColumn,
    '{"$version":2,"value":{"target_languages":["de"],"source_language":"en","quality_tier":"standard","selection":{"include":[{"by":"rows","said":"rows 1 on","from":1,"to":null},{"by":"name","said":"text column","words":["text"],"at":"root"}],"exclude":[{"by":"part","said":"menu.*","part":"menu","below":true},{"by":"kind","said":"the tables","kind":"table"},{"by":"flag","said":"fuzzy","flag":"fuzzy"}],"also":["already_translated"],"lift":[{"by":"done","said":"translated ones"}]},"keep_untranslated":["Hello"],"guidance":["friendly tone"],"applied":[],"not_understood":[]}}',
  ],
  [
    'results.quality_json',
    qualityColumn,
    '{"segments":2,"repaired":0,"kept_source":1,"terms":{"present":2,"honoured":1},"findings":[{"segment":"json:/a","language":"de","reason":"The source was kept.","id":"1"}]}',
  ],
  ['members.ceiling_json', ceilingColumn, SCOPES],
  ['api_keys.scopes_json', keyScopesColumn, SCOPES],
  ['connections.requested_json', requestedColumn, SCOPES],
  ['connections.granted_json', grantedColumn, SCOPES],
  ['audit_events.detail_json', detailColumn, '{"name":"admin","role":"admin","by":"operator"}'],
  [
    'oauth_artifacts.payload',
    accessTokenColumn,
    '{"aud":"http://127.0.0.1:1/v1","grantId":"con_1","scope":"account:read batches:read"}',
  ],
]

const Current = z.strictObject({ $version: z.literal(2), value: z.unknown() })

describe.each(COLUMNS)('what %s holds', (name, column, written) => {
  it('is read as it was written by the version before, and written so that this version reads back', () => {
    const value = column.read(written)
    const json: unknown = JSON.parse(written)
    expect(value).toEqual(Current.safeParse(json).data?.value ?? json)
    expect(column.write(value)).toBe(written)
  })

  it.each([
    ['half of it', written.slice(0, -3)],
    ['nothing', ''],
  ])('damaged (%s) is an error that names the column and quotes nothing', (_, text) => {
    const error = caught(() => column.read(text))
    expect(error).toMatchObject({ name: 'UnreadableColumn', code: 'column_corrupt' })
    expect(error.message).toBe(`${name} holds something else than it should.`)
    expect(error.cause).toBeUndefined()
  })

  it('of a later version is refused by the number of that version', () => {
    const error = caught(() => column.read(`{"$version":7,"value":${written}}`))
    expect(error).toMatchObject({ name: 'UnreadableColumn', code: 'column_newer' })
    expect(error.message).toMatch(`${name} was written by a newer version of this program: its version is 7`)
  })
})

it('refuses a value of another shape in each column whose shape decides what is done', () => {
  for (const [name, column] of COLUMNS) {
    if (!/scopes|ceiling|requested|granted/.test(name)) expect(() => column.read('[7]'), name).toThrow(UnreadableColumn)
  }
})

it.each(SURVEYS)('reads a survey as version 0.1.0 wrote it, and writes it without the family: %s', survey => {
  const found = surveyColumn.read(`{"family":"csv",${survey}}`)
  expect(found).toEqual(JSON.parse(`{${survey}}`))
  expect(surveyColumn.write(found)).toBe(`{"$version":2,"value":{${survey}}}`)
})

it('reads an intent as the version before wrote it, and writes it so that that one says it is newer', () => {
  const earlier =
    '{"target_languages":["de"],"source_language":"en","quality_tier":"standard","selection":{"include":[{"by":"rows","said":"rows 1 on","from":1,"to":null},{"by":"name","said":"text column","words":["text"],"at":"root"}],"exclude":[{"by":"kind","said":"the tables","kind":"table"},{"by":"flag","said":"fuzzy","flag":"fuzzy"}],"also":["already_translated"],"lift":[{"by":"done","said":"translated ones"}]},"keep_untranslated":["Hello"],"guidance":["friendly tone"],"applied":[],"not_understood":[]}'
  const found = intentColumn.read(earlier)
  expect(found).toEqual(JSON.parse(earlier))
  const before = stored('plans.intent_json', 1, z.unknown())
  expect(() => before.read(intentColumn.write(found))).toThrow('its version is 2, and this program reads up to 1')
})

describe('a column of a later version', () => {
  const column = stored('plans.example', 2, z.object({ words: z.int() }))

  it('says its version beside the value, and reads what was written before there were versions', () => {
    expect(column.write({ words: 3 })).toBe('{"$version":2,"value":{"words":3}}')
    expect(column.read('{"$version":2,"value":{"words":3}}')).toEqual({ words: 3 })
    expect(column.read('{"words":3}')).toEqual({ words: 3 })
  })

  it('refuses one later still', () => {
    expect(() => column.read('{"$version":3,"value":{"words":3}}')).toThrow(
      'its version is 3, and this program reads up to 2',
    )
  })
})

function caught(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was thrown')
}
