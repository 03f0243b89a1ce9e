import { visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import type { QuestionDesk, WaitingQuestion } from '../../service/consent/questions.ts'
import { adminOptions } from '../admin-options.ts'
import { askAnswer } from '../answering.ts'
import type { Invocation } from '../command.ts'
import { onSignal } from '../ending.ts'
import { takesNoMore } from '../usage.ts'

/**
 * Lists the questions whether to spend that assistants on this machine asked, and takes the answers of the person at the terminal.
 * Without a terminal it only lists them: an answer through a pipe may be a program's.
 */
export async function approve({ operands, settings, stdout, stderr }: Invocation): Promise<0 | 1> {
  takesNoMore('approve', operands)
  const { openDesks } = await import('../../service/admin/questions.ts')
  const { questions: desk, close } = await openDesks({ ...(await adminOptions(settings)), clock: Date.now })
  try {
    const waiting = await desk.waiting(undefined)
    if (settings.json) {
      stdout.write(`${JSON.stringify({ waiting: waiting.map(shown) })}\n`)
      return 0
    }
    if (waiting.length === 0) {
      stdout.write('Nothing waits for an answer.\n')
      return 0
    }
    if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) {
      stdout.write(waiting.map(question => `${textOf(question)}\n`).join('\n'))
      stderr.write('Nothing was answered: run this at a terminal, where it asks.\n')
      return 1
    }
    const stopping = new AbortController()
    onSignal(() => stopping.abort())
    stdout.write(`${counted(waiting.length, 'question')} to answer.\n`)
    for (const question of waiting) {
      if ((await answerOne(question, desk, stdout, stopping.signal)) === 'stop') break
    }
    return 0
  } finally {
    await close()
  }
}

async function answerOne(
  question: WaitingQuestion,
  desk: QuestionDesk,
  stdout: Invocation['stdout'],
  signal: AbortSignal,
): Promise<'stop' | 'goes on'> {
  stdout.write(`\n${textOf(question)}`)
  const other = question.other === undefined ? undefined : visible(question.other, 120)
  const answer = await askAnswer(process.stdin, stdout, { other, signal })
  if (answer === 'later' || answer === 'stop') {
    stdout.write(
      answer === 'stop'
        ? '\nStopped: this question and those after it stay open, nothing is spent for them.\n'
        : 'Left open.\n',
    )
    return answer === 'stop' ? 'stop' : 'goes on'
  }
  const counts = await desk.answer(question.id, answer, 'terminal', undefined)
  stdout.write(
    counts ? SAID[answer] : 'It had ended already: answered elsewhere, or open for too long. Nothing was changed.\n',
  )
  return 'goes on'
}

const SAID = {
  yes: 'Agreed. The assistant goes on when it calls again, at once where it waits.\n',
  other: 'Agreed to the sample alone. The assistant shows it when it calls again; the rest is asked for by itself.\n',
  no: 'Declined. Nothing is spent.\n',
} as const

function textOf({ lines, expires_at }: WaitingQuestion): string {
  const minutes = Math.max(1, Math.ceil((expires_at - Date.now()) / 60_000))
  const [question = '', ...facts] = lines.map(line => visible(line, 600))
  return [question, ...facts.map(line => `  ${line}`), `  Open for ${counted(minutes, 'more minute')}.`, ''].join('\n')
}

function shown({ id, lines, asked_at, expires_at, other }: WaitingQuestion) {
  const [at, until] = [new Date(asked_at).toISOString(), new Date(expires_at).toISOString()]
  return {
    id,
    asked_at: at,
    expires_at: until,
    lines: lines.map(line => visible(line, 600)),
    ...(other !== undefined && { other: visible(other, 120) }),
  }
}
