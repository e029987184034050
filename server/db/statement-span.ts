import type { SpanOptions } from '#server/tracing.ts'

const PARTS = /\b(insert into|update|delete from|from|join)\s+"(\w+)"/gi
const PARTS_MAX = 6

/**
 * Only operations and tables, such as `INSERT order, SELECT cart_line`: the text of a statement may contain personal
 * data.
 */
export function statementSpan(text: string): SpanOptions {
  const parts = [...text.matchAll(PARTS)].map(([, operation = '', table]) => {
    const [verb = ''] = operation.toUpperCase().split(' ')
    return `${verb === 'FROM' || verb === 'JOIN' ? 'SELECT' : verb} ${table}`
  })
  const [word = 'statement'] = /\w+/.exec(text) ?? []
  const name = [...new Set(parts)].slice(0, PARTS_MAX).join(', ') || word.toUpperCase()
  return { name, kind: 'client', attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name } }
}
