import { deceivingIn } from './hidden.ts'

/**
 * Texts that read like commands to a model. The text of a file reaches a model that has tools. A person should see the texts that
 * speak to this model instead of to the readers of the file. They are flagged and never changed: a manual or a test may well have
 * them. What programs commonly say to people ("Ignore this rule", "Send the code to") must not be flagged: with too many false
 * alarms, nobody looks at the flag.
 */
const COMMANDS: readonly RegExp[] = [
  // "Ignore all previous instructions", in the languages most files come in.
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:previous|prior|above|earlier|preceding|foregoing|your|system)\b.{0,30}\b(?:instruction|prompt|rule|direction|guideline|context|training)s?\b/i,
  /\b(?:ignore|disregard|forget)\s+(?:all|any|every)\s+(?:of\s+)?(?:the\s+|your\s+|these\s+)?instructions?\b/i,
  /\b(?:ignorier\w*|vergiss|ignore[rz]?|oublie[rz]?|ignora|olvida|esque[cç]a|dimentica)\b.{0,40}\b(?:anweisung|instrucc|instru[cç]õ|istruzion|consignes?\b|instructions? précédente)/i,
  /(?:忽略|无视|無視|忘记).{0,20}(?:指令|指示|提示|规则|規則)/,
  /(?:игнорируй|забудь).{0,40}(?:инструкци|указани)/i,
  /\b(?:system|developer)\s+prompts?\b/i,
  // Speakers and delimiters of a conversation with a model.
  /<\/?\s*(?:system|assistant|human|instructions?|tool_(?:call|use|result)|function_calls?)\b[^<>]{0,200}>/i,
  /<\|[a-z_]{2,30}\|>|\[\/?INST\]|<<\/?SYS>>/i,
  /^[^\S\n\r]*(?:#+[^\S\n\r]*)?(?:assistant|system)\s*:\s.{0,80}\b(?:you|ignore|must|call|translation)\b/im,
  // Orders about what the reader is, or does with tools and secrets.
  /\byou are (?:now\s+)?(?:an? )?(?:(?:helpful |unrestricted )?(?:ai|ai assistant|language model|llm|chatbot)|chatgpt|claude|gemini|copilot)\b/i,
  /\b(?:ai|llm) (?:assistants?|agents?|models?|translators?)\b.{0,20}\b(?:must|should|reading|processing)\b/i,
  /\b(?:call|invoke|use|run)\b.{0,40}\b(?:mcp|tool calls?|approve_batch|create_batch|get_result|manage_glossary|translate_segments)\b/i,
  /\b(?:reveal|send|post|upload|exfiltrate|leak)\b.{0,40}\b(?:api[ _-]?keys?|credentials|secrets|environment variables|\.env|ssh keys?|conversation history)\b.{0,60}\b(?:to|at|via)\b/i,
  /\b(?:do not|don't|never) (?:tell|inform|mention (?:this |it )?to|alert|ask) the (?:user|person|human)\b/i,
  /\binstead of translating\b|\b(?:do not|don't) translate (?:this|the)\b.{0,40}\b(?:but|instead)\b/i,
]

/** Only this many characters of a text are searched: enough for any command, and a long text does not make the search slow. */
const LOOKED_AT = 5000

/** True where a text reads like a command to a model, or holds characters with which a command can escape the eye of a person. */
export function isSuspicious(text: string): boolean {
  const start = text.slice(0, LOOKED_AT)
  return deceivingIn(start).length > 0 || COMMANDS.some(command => command.test(start))
}
