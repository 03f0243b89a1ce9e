/** A model endpoint that meters as a provider does, with a real tokenizer, and whose answers are as long as real translations are. */
import { getEncoding } from 'js-tiktoken'
import * as z from 'zod'
import { serveOpenAi, type Usage } from './openai.ts'
import type { Server } from './server.ts'

const o200k = getEncoding('o200k_base')
/** The tokens of a text, as a provider counts them. */
export const meterTokens = (text: string): number => o200k.encode(text, [], []).length

const Counted = z.object({ messages: z.array(z.object({ content: z.string() })), response_format: z.unknown() })

/** What a provider counts: both messages, the form of the answer with its schema, and the answer. */
function metered(body: string, content: string): Usage {
  const { messages, response_format } = Counted.parse(JSON.parse(body))
  const form = response_format === undefined ? 0 : meterTokens(JSON.stringify(response_format))
  const prompt_tokens = messages.reduce((sum, message) => sum + meterTokens(message.content), form)
  const completion_tokens = meterTokens(content)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

/** Text as people write it, and how many characters a translation has for a character of English. */
export const SPEECH = {
  de: {
    ratio: 1.17,
    text: 'Wer die Werkstatt am Abend verlässt, räumt seinen Platz auf und legt die Werkzeuge zurück an ihren Ort. Bei Regen bleiben die Fenster auf der Westseite geschlossen, damit das gelagerte Holz trocken bleibt. Fragen beantwortet die Leiterin während der Öffnungszeiten gern, außerdem steht vieles im Handbuch neben der Tür.',
  },
  fr: {
    ratio: 1.2,
    text: "Avant de partir, chacun range sa place et remet les outils là où il les a trouvés. Lorsqu'il pleut, les fenêtres du côté ouest restent fermées pour que le bois demeure sec. La responsable répond volontiers aux questions pendant les heures d'ouverture ; beaucoup de choses sont aussi expliquées dans le manuel, près de la porte.",
  },
  fi: {
    ratio: 1.08,
    text: 'Illalla jokainen siivoaa oman paikkansa ja palauttaa työkalut sinne, mistä ne otettiin. Sateella länsipuolen ikkunat pidetään suljettuina, jotta varastoitu puutavara pysyy kuivana. Verstaan johtaja vastaa mielellään kysymyksiin aukioloaikoina, ja paljon on selitetty myös oven vieressä olevassa käsikirjassa.',
  },
  ru: {
    ratio: 1.1,
    text: 'Уходя вечером, каждый убирает своё место и возвращает инструменты туда, где он их взял. Во время дождя окна с западной стороны остаются закрытыми, чтобы сложенное дерево не намокло. В часы работы заведующая охотно отвечает на вопросы, а многое объяснено в руководстве, которое лежит у двери.',
  },
  ja: {
    ratio: 0.48,
    text: '夜に工房を出る人は、自分の場所を片付け、道具を元の場所に戻してください。雨の日は、保管している木材が濡れないように、西側の窓を閉めたままにします。質問があれば、開いている時間に責任者が喜んで答えます。多くのことは入口のそばにある手引きにも書いてあります。',
  },
  zh: {
    ratio: 0.33,
    text: '晚上离开工坊的人应当收拾好自己的位置，并把工具放回原处。下雨时，西侧的窗户要一直关着，以免存放的木料受潮。开放时间内，负责人很乐意回答各种问题；许多内容也写在门边的手册里，欢迎随时查阅。',
  },
} as const
export type Spoken = keyof typeof SPEECH

/** What a translation keeps: codes, addresses, words with figures, line ends. */
const CODES = /(<[^<>]*>|\{\{?[^{}]*\}?\}|\$t\([^()]*\)|%(?:\([^()]*\))?[\d$.]*[a-zA-Z]|https?:\S+|\S*[\d_@&]\S*|\n)/

/** The sign that a sentence ends with, and what is written for it in scripts with signs of a whole width. */
const END = /(?<=^|[^.!?:…])[.!?:…]$/u
const WIDE: Readonly<Record<string, string>> = { '.': '。', '!': '！', '?': '？', ':': '：' }
const HAS_WIDE: ReadonlySet<Spoken> = new Set(['ja', 'zh'])

/** Speaks a language: text of the length of a real translation, with the codes, figures and last signs of the source where they were. */
export function speaker(language: Spoken): (source: string) => string {
  const { text, ratio }: { readonly text: string; readonly ratio: number } = SPEECH[language]
  let at = 0
  const say = (source: string): string => {
    const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(source) ?? []
    const end = END.exec(words)?.[0] ?? ''
    const [length, shown] = [lengthOf(words) - end.length, HAS_WIDE.has(language) ? (WIDE[end] ?? end) : end]
    if (at + length > text.length) at = 0
    at += length
    const said = text.slice(at - length, at).trim()
    return before + said.replace(/(?<=.)[.!?:。！？：]$/u, '') + shown + after
  }
  const lengthOf = (words: string) => (words === '' ? 0 : Math.max(1, Math.round(words.length * ratio)))
  return source =>
    source
      .split(CODES)
      .map((part, index) => (index % 2 === 1 ? part : say(part)))
      .join('')
}

export interface MeteringEndpoint extends Server {
  /** The tokens that it has charged. */
  readonly charged: () => number
}

/** Starts an endpoint that ends with the test. `reports`: false where it tells nobody what it charges; `times`: how much more that is. */
export async function serveMetering(language: Spoken, { reports = true, times = 1 } = {}): Promise<MeteringEndpoint> {
  const say = speaker(language)
  let charged = 0
  const server = await serveOpenAi(({ text }) => say(text), {
    usage: (body, content) => {
      const { prompt_tokens, completion_tokens, total_tokens } = metered(body, content)
      const used = {
        prompt_tokens: prompt_tokens * times,
        completion_tokens: completion_tokens * times,
        total_tokens: total_tokens * times,
      }
      charged += used.total_tokens
      return reports ? used : null
    },
  })
  return { ...server, charged: () => charged }
}
