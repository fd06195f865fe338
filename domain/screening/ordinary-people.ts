import type { ScreeningSubject } from './screening-records.ts'
import { pick, type Random } from './trial-slips.ts'

/** First and family names as they are common in one part of the world, and how often customers come from there. */
interface Origin {
  share: number
  first: readonly string[]
  last: readonly string[]
}

const names = (text: string) => text.trim().split(/\s+/)

const ORIGINS: readonly Origin[] = [
  {
    share: 0.5,
    first: names(
      `James John Robert Michael David William Richard Thomas Mark Paul Andrew Steven Peter Daniel Matthew Simon George
      Oliver Harry Jack Mary Patricia Jennifer Linda Elizabeth Susan Jessica Sarah Karen Margaret Emma Olivia Amelia Sophie
      Charlotte Grace Emily Lucy Hannah Rachel Claire Helen`,
    ),
    last: names(
      `Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright Thompson Evans Walker White Roberts Green Hall
      Wood Jackson Clarke Harris Lewis Turner Hill Cooper Ward Moore Baker Morris Bell Kelly Murphy Campbell Stewart Reid
      Fraser Bennett Cox Foster Barnes`,
    ),
  },
  {
    share: 0.12,
    first: names(
      `Mohammed Ahmed Ali Omar Hassan Hussein Ibrahim Khalid Yusuf Abdullah Fatima Aisha Maryam Layla Nadia Samira Zainab
      Hana Karim Tariq`,
    ),
    last: names(
      `Ahmed Ali Hassan Hussain Khan Ibrahim Mohamed Rahman Malik Abbas Mansour Saleh Haddad Khalil Nasser Farah Aziz Osman
      Hamdan Darwish`,
    ),
  },
  {
    share: 0.1,
    first: names(
      `Rajesh Amit Sanjay Priya Anita Sunita Vikram Arjun Deepak Neha Pooja Ravi Suresh Kavita Meera Rahul Anil Geeta`,
    ),
    last: names(
      `Patel Singh Sharma Kumar Gupta Shah Mehta Reddy Nair Iyer Joshi Desai Kapoor Verma Rao Das Chopra Bose`,
    ),
  },
  {
    share: 0.1,
    first: names(
      `Jean Pierre Marie Hans Klaus Anna Giulia Marco Luca Sofia Lars Ingrid Erik Jan Katrien Pieter Claudia Stefan Camille
      Antoine`,
    ),
    last: names(
      `Martin Bernard Dubois Müller Schmidt Schneider Fischer Weber Rossi Russo Ferrari Bianchi Jansen Bakker Visser Hansen
      Andersson Nilsson Larsen Moreau`,
    ),
  },
  {
    share: 0.06,
    first: names(
      `Ivan Dmitry Sergei Alexei Andrei Olga Tatiana Natalia Elena Anna Piotr Krzysztof Agnieszka Katarzyna Bogdan Ion`,
    ),
    last: names(
      `Ivanov Smirnov Kuznetsov Popov Petrov Novak Kowalski Nowak Wisniewski Shevchenko Kovalenko Popescu Horvat Dvorak`,
    ),
  },
  {
    share: 0.06,
    first: names(
      `José Juan Carlos Luis Miguel María Ana Carmen Lucía Pedro João Paulo Fernanda Gabriela Diego Javier`,
    ),
    last: names(
      `García Rodríguez Martínez López González Hernández Pérez Sánchez Ramírez Silva Santos Oliveira Pereira Torres Flores`,
    ),
  },
  {
    share: 0.06,
    first: names(
      `Wei Li Jing Min Hui Ming Xin Yan Hao Jun Hiroshi Yuki Kenji Sakura Ji-woo Min-jun Soo-jin Linh Anh Minh`,
    ),
    last: names(
      `Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Sato Suzuki Tanaka Kim Lee Park Choi Nguyen Tran Pham`,
    ),
  },
]

/** Made-up people as customers are, first and family name of one part of the world, with a birth date. */
export function ordinaryPeople(count: number, random: Random): ScreeningSubject[] {
  return Array.from({ length: count }, () => {
    const { first, last } = originOf(random())
    const family = pick(last, random)
    const [year, month, day] = [between(1945, 2006, random), between(1, 12, random), between(1, 28, random)]
    return {
      key: 'person',
      kind: 'person',
      label: 'Applicant',
      name: `${pick(first, random)} ${family}`,
      family,
      birthDate: [year, month, day].map((part) => String(part).padStart(2, '0')).join('-'),
    }
  })
}

function originOf(place: number): Origin {
  let sum = 0
  for (const origin of ORIGINS) {
    sum += origin.share
    if (place < sum) return origin
  }
  return ORIGINS[0] as Origin
}

function between(least: number, most: number, random: Random): number {
  return least + Math.floor(random() * (most - least + 1))
}
