import { londonDate } from '#domain/plain-date.ts'
import { documentSignals, type SignalFacts } from '#domain/reading/signals.ts'
import { seeded } from '#domain/screening/ordinary-people.ts'
import { decodeGrey } from '#server/model/reading/grey-picture.ts'
import { screenGrid } from '#server/model/reading/screen-grid.ts'
import { codedSpecimen, licenceSpecimen } from '#server/testing/specimens/id-specimens.ts'
import { type Shot, someShot } from '#server/testing/specimens/paper.ts'
import { specimenPerson } from '#server/testing/specimens/people.ts'
import { photographScreen, someScreenShot } from '#server/testing/specimens/screen.ts'
import { measurement } from './lib/report.ts'

// How often the detection of a photographed screen is right: each drawn document once on paper, and once on a
// screen.
const SPECIMENS = Number(process.env.BENCH_SPECIMENS ?? 100)
const SEED = Number(process.env.BENCH_SEED ?? 20_261_126)
const KINDS = ['TD3', 'TD1', 'licence', 'TD2'] as const
const TODAY = londonDate(new Date('2026-11-26'))
const EDGE = 2000

const FACTS: SignalFacts = {
  values: [],
  digits: null,
  printed: null,
  isPdf: false,
  docType: null,
  group: 'id',
  expiresOn: null,
  sentOn: TODAY,
  colour: 1,
  traces: { hasCamera: null, editedBy: null },
  elsewhere: { pictures: 0, numbers: 0 },
}

await measurement(async () => {
  let [alarms, found] = [0, 0]
  for (let index = 0; index < SPECIMENS; index++) {
    const random = seeded(SEED + index * 7919)
    const person = specimenPerson(random, TODAY)
    const kind = KINDS[index % KINDS.length] ?? 'TD3'
    const drawn = async (shot: Shot) => {
      const specimen = kind === 'licence' ? licenceSpecimen : undefined
      return (await (specimen?.(person, shot, random) ?? codedSpecimen(person, kind as 'TD3', shot, random)))
        .picture
    }
    if (await isSaid(await drawn(someShot(random)))) alarms++
    const shown = await drawn({ ...someShot(random), tilt: 0, blur: 0, noise: 0, light: 1 })
    if (await isSaid(await photographScreen(shown, someScreenShot(random), random))) found++
  }
  return {
    goal: 'The signal of a photographed screen is right',
    product: `said of ${alarms} of ${SPECIMENS} on paper, and of ${found} of ${SPECIMENS} on a screen`,
    beside: 'what was drawn',
    ratio: `${found} of ${SPECIMENS}`,
    limit: 'none on paper, half of the screens',
    isMet: alarms === 0 && found >= SPECIMENS / 2,
  }
})

async function isSaid(picture: Buffer): Promise<boolean> {
  const grid = screenGrid(await decodeGrey(picture, EDGE))
  return documentSignals({ ...FACTS, grid }, []).some(
    ({ name, look }) => name === 'screen' && look === 'look_closer',
  )
}
