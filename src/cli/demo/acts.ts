import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { count, counted } from '../../mcp/render/numbers.ts'
import { createDictionary } from './assistant.ts'
import { changedLines } from './changed-lines.ts'
import { type DemoHost, withHost } from './host.ts'
import type { DemoPlace } from './place.ts'
import type { DemoScreen } from './screen.ts'
import { CHANGED, CORRECTED, localeFile, SHOP_FILES, shopTexts, withText } from './shop.ts'

/** What the acts have. */
export interface Stage {
  readonly place: DemoPlace
  readonly screen: DemoScreen
  readonly signal: AbortSignal
}

/** Waits for a result so long, in seconds. */
const PATIENCE_S = 30

/** Plays all acts. @throws {Error} something did not go as the demo says it does */
export async function playActs(stage: Stage): Promise<void> {
  const { screen } = stage
  const onQuestion = (lines: readonly string[]) => {
    screen.words('the person is asked', lines)
    screen.say('  (the demo says yes for her)')
  }
  await withHost({ ...stage, settings: {}, onQuestion }, async host => {
    const tools = counted(host.tools, 'tool')
    screen.say(`This program was started as assistants do, over stdio: ${tools}, and neither account nor engine.`)
    const sync_revision = await planAct(host, stage)
    await translateAct(host, stage, sync_revision)
    await resultAct(host, stage, sync_revision)
  })
  await withHost({ ...stage, settings: { TRANSLATION_ENGINE: 'pseudo' }, onQuestion }, host => paidAct(host, stage))
}

const Planned = z.looseObject({
  sync_revision: z.string(),
  files: z.tuple([
    z.looseObject({ states: z.looseObject({ current: z.number(), edited: z.number(), stale: z.number() }) }),
  ]),
})

async function planAct(host: DemoHost, { place, screen }: Stage): Promise<string> {
  screen.act('1. Of 1,000 texts one changed in the source, and a person corrected the translation of another.')
  const { source, translation } = shopTexts()
  screen.changes(SHOP_FILES.source, changedLines(localeFile(source), localeFile(withText(source, CHANGED))))
  screen.changes(
    SHOP_FILES.translation,
    changedLines(localeFile(translation), localeFile(withText(translation, CORRECTED))),
  )
  const answer = await shownCall(host, screen, 'plan_sync', { path: place.shop })
  const { files, sync_revision } = Planned.parse(answer.data)
  const { current, edited, stale } = files[0].states
  screen.say(
    `So ${stale} text is translated anew, ${edited} has a person's words and stays, and ${count(current)} are in step.`,
  )
  return sync_revision
}

const Round = z.looseObject({
  segments: z.array(z.string()),
  rejected: z.array(z.unknown()),
  target_language: z.string().optional(),
  done: z.boolean(),
})

async function translateAct(host: DemoHost, { screen }: Stage, sync_revision: string): Promise<void> {
  screen.act('2. The assistant (a dictionary plays it) translates that text, and a bad answer is refused.')
  const answersTo = createDictionary()
  await shownCall(host, screen, 'create_batch', { sync_revision })
  let refused = 0
  let round = Round.parse((await shownCall(host, screen, 'translate_segments', { sync_revision })).data)
  while (!round.done) {
    const translations = answersTo(round.segments)
    const { target_language } = round
    screen.words('the assistant answers', translations)
    const answer = await host.call('translate_segments', { sync_revision, target_language, translations })
    screen.answer(answer)
    round = Round.parse(answer.data)
    refused += round.rejected.length
  }
  expectThat(refused === 1, 'one answer is refused')
}

async function resultAct(host: DemoHost, { place, screen }: Stage, sync_revision: string): Promise<void> {
  screen.act('3. The translation goes into its line of the file: every other byte stays as it was.')
  const before = await fileIn(place, SHOP_FILES.translation)
  await shownCall(host, screen, 'get_result', { sync_revision, wait_seconds: PATIENCE_S })
  const after = await fileIn(place, SHOP_FILES.translation)
  const changed = changedLines(before, after)
  screen.changes(SHOP_FILES.translation, changed)
  expectThat(changed.length === 1 && after.includes(CHANGED.translated_after), 'one line of the file changes')
  expectThat(after.includes(`"${CORRECTED.after}"`), "the person's words stay")
  const lines = count(after.split('\n').length - 1)
  screen.say(`1 of ${lines} lines changed; the person's "${CORRECTED.after}" stands as she wrote it.`)
}

const Created = z.looseObject({
  batch: z.looseObject({ id: z.string() }),
  plan: z.looseObject({ plan_revision: z.string() }),
})
const Saved = z.looseObject({ saved_to: z.string() })
const Account = z.looseObject({ credit_balance: z.number() })

async function paidAct(host: DemoHost, { place, screen }: Stage): Promise<void> {
  screen.act('4. The engine "pseudo" puts accents on texts and takes credits, so a person is asked first.')
  const balance = async () => Account.parse((await host.call('get_account', {})).data).credit_balance
  const had = await balance()
  const file_path = path.join(place.shop, SHOP_FILES.page)
  const created = await shownCall(host, screen, 'create_batch', { file_path, target_languages: ['de'] })
  const { batch, plan } = Created.parse(created.data)
  await shownCall(host, screen, 'approve_batch', { batch_id: batch.id, plan_revision: plan.plan_revision })
  const result = await shownCall(host, screen, 'get_result', { batch_id: batch.id, wait_seconds: PATIENCE_S })
  const { saved_to } = Saved.parse(result.data)
  const [before, after] = await Promise.all([readFile(file_path, 'utf8'), readFile(saved_to, 'utf8')])
  screen.changes(`${path.basename(file_path)}, ${path.basename(saved_to)}`, changedLines(before, after))
  const has = await balance()
  const cost = counted(had - has, 'credit')
  screen.say(`What it cost: ${cost}; the balance was ${count(had)} and is ${count(has)}.`)
  screen.say('What an assistant translates, as in act 2, costs no credits: it works on its own plan.')
}

async function shownCall(host: DemoHost, screen: DemoScreen, name: string, args: Readonly<Record<string, unknown>>) {
  screen.call(name, args)
  const answer = await host.call(name, args)
  screen.answer(answer)
  return answer
}

const fileIn = ({ shop }: DemoPlace, name: string) => readFile(path.join(shop, name), 'utf8')

/** @throws {Error} the demo would claim what is not so */
function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`The demo did not go as it should: ${what}, and that was not so.`)
}
