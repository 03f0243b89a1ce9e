import { questionDesk } from '../../src/service/consent/questions.ts'
import { createIds, databaseOf } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'

/** A person's yes to every question that waits in a data folder, as her page or terminal would give it. Gives how many there were. */
export async function agreeToAll(dataDir: string): Promise<number> {
  const db = openDatabase(databaseOf(dataDir))
  try {
    const desk = questionDesk({ db, newId: createIds(Date.now), clock: Date.now })
    const rows = await db
      .selectFrom('spending_questions')
      .select(['id', 'member_id'])
      .where('answer', 'is', null)
      .execute()
    for (const { id, member_id } of rows) await desk.answer(id, 'yes', 'page', member_id ?? undefined)
    return rows.length
  } finally {
    await db.destroy()
  }
}
