/** An APY server as https://wiki.apertium.org/wiki/Apertium-apy documents it: it “translates” by capitals and marks a word. */
import { type Server, serve } from './server.ts'

export function serveApy(translate: (text: string) => string): Promise<Server> {
  return serve(({ method, path, body }) => {
    if (method === 'GET' && path.endsWith('/listPairs')) {
      const pairs = [
        ['eng', 'spa'],
        ['spa', 'cat_valencia'],
        ['spa', 'eng_US'],
        ['hbs', 'slv'],
      ]
      const responseData = pairs.map(([sourceLanguage, targetLanguage]) => ({ sourceLanguage, targetLanguage }))
      return { json: { responseData, responseDetails: null, responseStatus: 200 } }
    }
    const form = new URLSearchParams(body)
    if (method !== 'POST' || !path.endsWith('/translate') || form.get('langpair') !== 'eng|spa') {
      const explanation = 'That pair is not installed'
      return { status: 400, json: { status: 'error', code: 400, message: 'Bad Request', explanation } }
    }
    const translatedText = (form.get('q') ?? '').replace(/(?<=^|>)[^<]+/g, translate)
    return { json: { responseData: { translatedText }, responseDetails: null, responseStatus: 200 } }
  })
}
