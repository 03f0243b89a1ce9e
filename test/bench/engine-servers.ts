/** Translation servers that take no time, in the wire formats of the engines: what is left is our own work. */
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { askedIn, dataIn } from '../support/engines/given.ts'

/** One sentence of the sample, and what it is in Spanish. */
export const sentence = (number: number): string => `Read page number ${number} of the manual before you open the box.`
const inSpanish = (english: string): string =>
  english
    .replace('Read page number', 'Lea la página número')
    .replace('of the manual before you open the box', 'del manual antes de abrir la caja')

/** Starts one server that speaks all three. */
export async function startEngineServer(): Promise<{ url: string; close(): void }> {
  const server: Server = createServer(async (request, response) => {
    const body = await text(request)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer(request.url ?? '', body)))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { url, close }
}

function answer(path: string, body: string): unknown {
  if (path.endsWith('/listPairs')) return { responseData: [{ sourceLanguage: 'eng', targetLanguage: 'spa' }] }
  if (path.endsWith('/chat/completions')) return completion(body)
  if (path.includes('/v2/languages')) {
    return ['EN', 'ES'].map(language => ({ language, name: language, supports_formality: false }))
  }
  const form = new URLSearchParams(body)
  if (path.endsWith('/v2/translate')) {
    const translations = form
      .getAll('text')
      .map(source => ({ detected_source_language: 'EN', text: inSpanish(source), billed_characters: 1 }))
    return { translations }
  }
  const paragraphs = (form.get('q') ?? '').split('\n').map(inSpanish)
  return { responseData: { translatedText: paragraphs.join('\n') } }
}

function completion(body: string): unknown {
  const { segments } = dataIn(askedIn(body))
  const content = JSON.stringify(Object.fromEntries(segments.map(one => [one.id, inSpanish(one.text)])))
  return { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] }
}
