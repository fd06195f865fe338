/**
 * Returns the result that a measurement prints as its last line, one JSON object
 * `{ goal, product, beside, ratio, limit, isMet, table }`, of which the first five are strings. Undefined if there is none.
 */
export function readResult(output) {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  try {
    const result = JSON.parse(last)
    return typeof result?.isMet === 'boolean' ? result : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the Markdown table of all results, with the machine they were measured on, followed by the tables of
 * single measurements.
 */
export function writeTable(rows, { machine, runtime, date }) {
  const cells = rows.map(({ name, result }) =>
    result
      ? [
          name,
          result.goal,
          result.product,
          result.beside,
          result.ratio,
          result.limit,
          result.isMet ? 'met' : 'missed',
        ]
      : [name, '', '', '', '', '', 'did not finish'],
  )
  const head = ['', 'measured', 'Verdaccord', 'beside it', 'ratio', 'goal', '']
  const own = rows.flatMap(({ name, result }) =>
    result?.table ? [`## ${name}`, '', ...tableOf(result.table.head, result.table.rows), ''] : [],
  )
  return [
    '# Measurements',
    '',
    `Both sides in one run on one machine: ${machine}, ${runtime}, ${date}. Written by \`npm run bench\`.`,
    '',
    ...tableOf(head, cells),
    '',
    ...own,
  ].join('\n')
}

function tableOf(head, rows) {
  const line = (columns) =>
    `| ${columns.map((cell) => String(cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
}
