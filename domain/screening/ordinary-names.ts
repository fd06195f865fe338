/** First and family names common in one part of the world, the most common first. */
export interface NameOrigin {
  /** Percentage of people living in the United Kingdom. */
  share: number
  first: readonly string[]
  last: readonly string[]
}

const names = (text: string) => text.trim().split(/\s+/)

/**
 * The UK population by the shares of ethnic groups in the 2021 census, rounded; people of mixed and of Caribbean origin
 * mostly have British names. Which names are common, and in which order, is general knowledge and not copied from a
 * list (decision 082).
 */
export const ORIGINS: readonly NameOrigin[] = [
  {
    // Britain and Ireland
    share: 80,
    first: names(`
David John Paul James Andrew Sarah Susan Mark Michael Margaret Christopher Richard Robert Stephen Peter Emma Karen
Daniel Matthew Helen Claire Thomas Elizabeth William Jennifer Patricia Julie Christine Joanne Nicola Linda Laura
Rebecca Simon Ian Anthony Kevin Gary Jonathan Philip Steven Martin Alan Jessica Charlotte Rachel Amy Victoria Lauren
Lisa Michelle Louise Alison Jacqueline Samantha Deborah Sharon Mary Anne Jane Catherine Samuel Joseph Benjamin Adam
Ryan Luke Joshua Jack Oliver Harry George Charles Edward Alexander Nicholas Timothy Jason Darren Neil Stuart Graham
Keith Brian Barry Colin Kenneth Raymond Dennis Roger Trevor Derek Geoffrey Ronald Gemma Hannah Katie Lucy Kelly
Stephanie Natalie Danielle Leanne Stacey Kirsty Amanda Tracey Angela Wendy Maureen Jean Joan Dorothy Barbara Sheila
Pauline Carol Janet Judith Gillian Lesley Lynn Heather Fiona Hayley Zoe Holly Megan Sophie Chloe Olivia Amelia Emily
Grace Eleanor Abigail Alice Ruth Naomi Frances Rosemary Kathleen Jade Bethany Georgia Callum Connor Liam Lewis Jamie
Kieran Sean Craig Scott Lee Wayne Dean Carl Russell Shaun Nigel Gareth Rhys Dylan Owen Huw Sian Rhian Angus Duncan
Hamish Euan Ross Malcolm Gordon Douglas Donald Bruce Fraser Morag Eilidh Catriona Patrick Brendan Declan Niall Aidan
Ciara Siobhan Aoife Bridget Maeve Dominic Toby Henry Arthur Edmund Hugh Rupert Giles Tobias Max Leo Freddie Archie
Alfie Theodore Felix Harriet Florence Matilda Beatrice Imogen Poppy Daisy Rosie Isabelle Phoebe Freya Tamsin Verity
Leslie Norman Stanley Frank Eric Walter Albert Ernest Harold Cyril Doris Edith Hilda Irene Joyce Marjorie Sylvia
Beryl Brenda Valerie Yvonne Denise Diane Lorraine Jeanette Maxine Tina Donna Cheryl Debra Anita Sally Paula`),
    last: names(`
Smith Jones Williams Taylor Brown Davies Evans Wilson Thomas Johnson Roberts Robinson Thompson Wright Walker White
Edwards Hughes Green Hall Lewis Harris Clarke Jackson Wood Turner Martin Cooper Hill Ward Morris Moore Clark
Lee King Baker Harrison Morgan Allen James Scott Phillips Watson Davis Parker Price Bennett Young Griffiths Mitchell
Kelly Cook Carter Richardson Bailey Collins Bell Shaw Murphy Miller Cox Richards Marshall Anderson Simpson Ellis Adams
Wilkinson Foster Chapman Powell Webb Rogers Gray Mason Hunt Campbell Matthews Owen Palmer Holmes Mills Barnes
Knight Lloyd Butler Russell Barker Fisher Stevens Jenkins Murray Dixon Harvey Graham Pearson Fletcher Walsh Kennedy
Gibson Howard Andrews Stewart Elliott Reynolds Ford Payne Fox Pearce Day Brooks West Lawrence Cole Bradley Atkinson
Dawson Spencer Burton Watts Burns Wells Rose Francis Stone Perry Saunders Hart Woods Hudson Armstrong Gardner Carr
Ryan Robertson Byrne Cunningham Doyle Reid Ross Fraser Macdonald Hamilton Johnston Duncan Ferguson Grant Kerr Cameron
Paterson Henderson Mackenzie Sinclair Douglas Wallace Gordon Boyd Crawford Maclean Mcdonald Oneill Oconnor Osullivan
Obrien Mccarthy Gallagher Doherty Mclaughlin Quinn Lynch Sweeney Nolan Brennan Burke Daly Flynn Kavanagh Rees Bowen
Pritchard Vaughan Probert Parry Pugh Howells Gough Bevan Hopkins Ashton Barlow Barrett Bates Baxter Benson Berry Bird
Bishop Blackburn Bolton Bond Booth Bowden Boyle Brady Bray Briggs Bright Brookes Bull Burgess Burrows Bush
Carpenter Carroll Chambers Charlton Clayton Coates Coleman Connolly Conway Cooke Cross Curtis Dale Daniels Davidson
Dean Dickinson Dobson Drew Duffy Dunn Dyer Eaton Farmer Farrell Faulkner Field Finch Fleming Flint Forster Fowler
Freeman French Frost Fuller Garner George Gilbert Giles Glover Goddard Goodwin Gould Greenwood Gregory Griffin Haines
Hale Hammond Hancock Hardy Harper Hawkins Haynes Hayward Heath Herbert Hewitt Hicks Higgins Hobbs Hodgson Holden
Holland Holloway Holt Hooper Horton Houghton Howe Humphreys Hunter Hurst Ingram Jarvis Jennings Jordan Joyce Kemp Kent
Kirby Knowles Lamb Lambert Lane Lawson Leach Leonard Little Long Lowe Lucas Lynn Manning Marsden Marsh May Metcalfe
Middleton Miles Morton Moss Naylor Newman Newton Nicholls Nicholson Norman North Norton Nash Oliver Osborne Page Parkes
Parsons Peacock Perkins Peters Pickering Poole Pope Porter Potter Potts Pratt Preston Randall Reeves Rhodes
Riley Robson Rowe Rowley Sanders Savage Schofield Sharp Sheppard Short Skinner Slater Stephens Stephenson Stokes
Summers Sutton Swift Talbot Thomson Thornton Thorpe Todd Townsend Tucker Tyler Wade Wallis Walters Walton Warner
Warren Waters Watkins Weaver Weston Wheeler Whitehead Whittaker Wilkins Willis Winter Woodward Wyatt Yates`),
  },
  {
    // France, Germany, Italy, the Netherlands, Greece and their neighbours
    share: 3,
    first: names(`
Anna Maria Marco Thomas Julia Laura Andrea Christian Francesca Alessandro Marie Pierre Stefan Martin Katharina Giulia
Luca Nicolas Camille Julien Sophie Claire Antoine Chiara Matteo Federica Davide Simone Elena Sara Paolo Roberto Silvia
Valentina Stefano Michael Andreas Sabine Petra Claudia Jan Lars Anders Erik Ingrid Karin Johan Henrik Mette Søren
Pieter Jeroen Sander Femke Anouk Bram Dimitrios Georgios Konstantinos Eleni Katerina Nikos Yannis Jean François
Philippe Isabelle Nathalie Céline Aurélie Guillaume Mathieu Benoît Hélène Hans Jürgen Wolfgang Monika Heike Matthias
Tobias Florian Lukas Jonas Lena Emma Mikko Antti Päivi Liisa`),
    last: names(`
Müller Schmidt Rossi Martin Russo Fischer Weber Bernard Ferrari Schneider Meyer Wagner Becker Bianchi Romano Dubois
Esposito Ricci Colombo Jansen Andersson Johansson Papadopoulos Nielsen Hansen Jensen Larsen Bakker Visser Smit Meijer
Hoffmann Schulz Koch Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Lange Krause Lehmann
Marino Greco Bruno Gallo Conti Costa Mancini Giordano Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi
Durand Leroy Moreau Simon Laurent Lefebvre Michel Garnier Roux Fournier Girard Bonnet Lambert Fontaine Rousseau
Vincent Karlsson Nilsson Eriksson Olsson Persson Pedersen Christensen Rasmussen Virtanen Korhonen Nieminen Peeters
Janssens Claes Mertens Dijkstra Mulder Vermeulen Economou Nikolaidis Georgiou Christodoulou Pappas Gruber Huber`),
  },
  {
    // Poland, Romania, Lithuania, Bulgaria, Hungary, Ukraine, Russia and their neighbours
    share: 3.5,
    first: names(`
Anna Katarzyna Agnieszka Piotr Tomasz Andrei Maria Krzysztof Paweł Marcin Michał Magdalena Joanna Monika Łukasz Elena
Alexandru Ion Mihai Ionut Andreea Ioana Cristina Mihaela Florin Adrian Gabriel Daniel Bogdan Vasile Marius Ewa Barbara
Małgorzata Aleksandra Karolina Natalia Dorota Justyna Kamil Mateusz Jakub Grzegorz Marek Adam Rafał Dariusz Jan Olga
Ivan Dmitry Sergei Alexei Natalya Tatiana Svetlana Irina Oksana Yulia Oleksandr Andriy Viktor Mantas Tomas Darius
Jurgita Rasa Ilona Georgi Dimitar Nikolay Ivanka Desislava Petar Zoltán László Gábor Katalin Éva Péter Martin Jana
Lucie Tomáš Lenka Marko Ana Ivana Nikola Jelena Milica Arben Ardit Elira`),
    last: names(`
Popa Nowak Popescu Kowalska Kowalski Wiśniewska Wójcik Ionescu Kamińska Lewandowski Zielińska Szymański Woźniak
Dąbrowska Kozłowski Jankowska Mazur Kwiatkowska Krawczyk Piotrowska Grabowski Pawłowska Michalska Zając Król Wieczorek
Jabłońska Wróbel Nowakowska Majewska Olszewska Stępień Malinowska Jaworska Adamczyk Dudek Nowicka Pawlak Górska Sikora
Walczak Baran Radu Dumitru Stan Stoica Gheorghe Matei Ciobanu Rusu Munteanu Constantin Marin Tudor Dobre Barbu Nistor
Florea Dinu Lazăr Moldovan Ungureanu Ivanova Georgiev Dimitrov Petrova Nikolov Todorov Angelov Stoyanov Iliev Kazlauskas
Petrauskas Jankauskas Stankevičius Bērziņš Kalniņa Ozoliņš Tamm Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár
Novák Svobodová Dvořák Novotná Kováč Horvat Kovačević Jovanović Petrović Nikolić Hoxha Shehu Krasniqi Gashi Shevchenko
Kovalenko Bondarenko Tkachenko Melnyk Kravchenko Ivanov Smirnova Kuznetsova Popova Sokolov Volkova Morozov`),
  },
  {
    // India, Sri Lanka and Nepal: Hindus, Sikhs and Christians
    share: 4,
    first: names(`
Amit Priya Raj Anita Sanjay Sunil Rajesh Neha Rahul Pooja Deepak Kiran Vijay Ravi Anil Meera Nisha Hitesh Bhavesh
Jayesh Dipak Mahesh Ramesh Suresh Mukesh Kalpesh Nilesh Hemal Bhavna Hansa Jyoti Rekha Usha Manjula Pushpa Kamla
Sarita Gurpreet Harpreet Manpreet Jaspreet Amandeep Sukhdeep Kuldeep Baljit Ranjit Surinder Jaswinder Kulwinder
Parminder Satnam Balbir Mandeep Rajinder Arjun Rohan Nikhil Karan Varun Aditya Siddharth Vikram Ashok Arun Ajay Vivek
Manoj Prakash Ganesh Krishna Lakshmi Divya Shreya Ananya Aishwarya Kavita Swati Shilpa Sneha Preeti Geeta Leena Sheila
Thomas George Mathew Anu Jose Suresh Nimal Chaminda Dilani Sivakumar Rajan Selvam Tharani Bishnu Sita Hari`),
    last: names(`
Patel Singh Kaur Sharma Shah Kumar Gill Sandhu Gupta Mistry Rai Sidhu Dhillon Das Joshi Mehta Desai Chauhan Solanki
Parmar Bains Johal Grewal Sahota Virdee Bhogal Kalsi Panesar Chana Lal Chand Ram Thomas Joseph Mathew George Varghese
Nair Menon Pillai Iyer Krishnan Subramaniam Raman Rao Reddy Naidu Verma Agarwal Jain Bansal Goyal Mittal Kapoor Khanna
Malhotra Chopra Arora Bhatia Sethi Anand Bhatt Trivedi Pandya Dave Vyas Parekh Modi Thakkar Lakhani Raja Popat Vora
Amin Bhatti Mann Dosanjh Atwal Cheema Randhawa Bhandal Nijjar Purewal Uppal Banerjee Mukherjee Chatterjee Ghosh Bose
Sen Roy Dutta Fernando Perera Silva Rajapaksa Jayasuriya Sivapalan Nadarajah Gurung Thapa Rana Limbu Shrestha Magar
DSouza Fernandes Pereira Rodrigues Gomes`),
  },
  {
    // Pakistan, Bangladesh and Muslims of India
    share: 4.2,
    first: names(`
Mohammed Muhammad Abdul Syed Ali Ahmed Shabana Nasreen Imran Asif Tariq Zahid Shazia Saima Farah Nazia Fatima Aisha
Ayesha Amina Sana Hina Sadia Samina Yasmin Rukhsana Parveen Nusrat Khalid Javed Arshad Mahmood Pervez Nadeem Naveed
Kamran Adnan Usman Umar Hamza Bilal Hassan Hussain Haroon Waqas Faisal Shahid Sajid Rashid Majid Abid Amjad Azhar
Zeeshan Irfan Rizwan Salman Sohail Tahir Wasim Yasir Zubair Aamir Qasim Ibrahim Yusuf Ismail Zainab Maryam Khadija
Hafsa Sumaiya Mariam Halima Iqra Maria Anisa Nadia Sofia Shamim Shahnaz Rehana Tahira Robina Bushra Kausar Zakia
Shafiq Rafiq Nazir Bashir Mushtaq Ishtiaq Iftikhar Aftab Aslam Akram Saleem Kashif Junaid Shoaib Luqman Idris Musa
Jamal Kamal Rahima Rina Shirin Taslima Nazma Ruksana Rubina Jahanara Monir Faruk Shahin Rubel Mizanur Habibur Anwar
Delwar Nurul Shamsul Aminul Rezaul`),
    last: names(`
Khan Hussain Ahmed Ali Begum Mohammed Akhtar Rahman Iqbal Mahmood Shah Miah Islam Bibi Malik Uddin Hussein Khatun
Choudhury Mirza Butt Raja Chaudhry Aslam Hassan Patel Ahmad Anwar Rashid Ashraf Bashir Khalid Nawaz Rehman Saleem
Hanif Nazir Akram Sheikh Qureshi Siddiqui Javed Parveen Kausar Zaman Aziz Yousaf Younis Rafiq Sharif Shaikh Ishaq
Masood Arshad Afzal Tariq Farooq Latif Karim Haque Alam Ullah Sarwar Zafar Riaz Sadiq Razaq Ghafoor Hamid Majid Amin
Syed Bukhari Naqvi Zaidi Rizvi Kazmi Jafri Hashmi Ansari Baig Dar Bhatti Awan Abbasi Satti Mughal Janjua Kayani Gill
Chowdhury Hoque Sultana Sarkar Talukder Mia Bhuiyan Khanom Nessa Kabir Hasan Ahmod Quraishi Munshi Bham Dadhiwala
Seedat Desai Mulla Bhamji Vali Adam Kazi Jabbar Qadir Shafi Waheed Zia Durrani Yousafzai Afridi`),
  },
  {
    // Arab countries, Iran, Turkey, Afghanistan and Somalia
    share: 2,
    first: names(`
Mohamed Ahmed Ali Abdi Fatima Omar Hassan Ibrahim Mehmet Mustafa Maryam Amina Layla Sara Yusuf Khadija Reza Mohammad
Hussein Zahra Hodan Ayan Faduma Halima Sahra Abdullahi Osman Mahad Liban Ayaan Khalid Karim Samir Nadia Leila Rania
Hanan Noor Yasmin Dina Mona Tarek Walid Ziad Rami Sami Bassam Fadi Hani Adel Nabil Amir Farid Hamid Majid Saeed
Mehdi Amirhossein Hossein Nasrin Shirin Azadeh Parisa Maryam Mina Nazanin Ayşe Emine Elif Zeynep Murat Emre Kemal
Serkan Hakan Burak Özlem Fatma Cem Deniz Najib Farzana Mirwais Zabihullah Ahmad Hamza Bilal Salma Iman Rasha`),
    last: names(`
Mohamed Ali Ahmed Hassan Mohamud Hussein Abdi Osman Ibrahim Yusuf Omar Warsame Farah Abdullahi Jama Nur Adan Yılmaz
Kaya Demir Şahin Çelik Yıldız Öztürk Aydın Arslan Doğan Kılıç Aslan Çetin Koç Kurt Özdemir Hosseini Mohammadi Ahmadi
Rezaei Karimi Moradi Jafari Rahimi Hashemi Ebrahimi Sadeghi Mousavi Ghorbani Tehrani Shirazi Esfahani Zamani Haidari
Stanikzai Noori Safi Popal Amiri Haddad Khoury Mansour Saleh Abdullah Khalil Nasser Said Salem Hamdan Darwish Aziz
Khalifa Bakr Hamad Rashed Sultan Jaber Kassem Issa Hijazi Masri Baghdadi Hakim Najjar Sayegh Shami Taha Fawzi Gamal
Fahmy Soliman Mostafa Abbas Benali Bouzid Amrani Alaoui Idrissi Mansouri Cherif Belkacem Tounsi Duale Elmi Guled
Hersi Isse Samatar Shire`),
  },
  {
    // Nigeria, Ghana, Kenya, Zimbabwe, Congo and their neighbours
    share: 2.2,
    first: names(`
Grace Samuel Emmanuel Mary Michael Daniel Joy Blessing David Joseph Esther Ruth Elizabeth Victoria Peter John Paul
Oluwaseun Tunde Olumide Ayodele Temitope Funmilayo Folake Yetunde Bukola Adebayo Kehinde Taiwo Babatunde Chinedu
Chioma Ngozi Emeka Ifeoma Obinna Uchenna Nneka Amaka Chukwuemeka Kwame Kofi Kwabena Yaw Akosua Ama Abena Efua Kojo
Nana Patience Comfort Mercy Gloria Florence Janet Agnes Charity Faith Tendai Tatenda Farai Rutendo Chipo Tapiwa
Nyasha Kudzai Wanjiru Kamau Otieno Achieng Njeri Mwangi Brian Kevin Faraja Jean Marie Patrick Christine Francine
Thandiwe Sipho Nomvula Lindiwe Selam Abebe Dawit Tsegaye Hana Yohannes Fatou Mamadou Aminata Lamin Isatou`),
    last: names(`
Mensah Boateng Owusu Osei Appiah Asante Adeyemi Okafor Williams Johnson Adebayo Okeke Eze Nwosu Okoro Obi Ojo Oyelaran
Balogun Bello Ogunleye Afolabi Akinola Adeleke Ogunbanjo Olawale Oladipo Adewale Ibrahim Musa Abubakar Okonkwo Nwachukwu
Onyeka Chukwu Uche Igwe Agyeman Addo Acheampong Amoah Antwi Ofori Sarpong Gyamfi Darko Opoku Frimpong Bonsu Ansah
Asamoah Quaye Lamptey Tetteh Moyo Ncube Sibanda Ndlovu Dube Chikwanha Mpofu Nyathi Chirwa Banda Phiri Mwale Tembo
Zulu Kamau Mwangi Njoroge Kariuki Otieno Ochieng Odhiambo Wanjiku Kimani Mukasa Nakato Ssemakula Okello Tshibangu
Kabongo Ilunga Mutombo Kalala Mbuyi Lukusa Nkosi Dlamini Khumalo Mthembu Naidoo Kamara Sesay Conteh Koroma Bangura
Jalloh Bah Ceesay Jallow Diallo Traore Tesfaye Haile Bekele Gebre Tekle Kidane`),
  },
  {
    // China, Hong Kong, Vietnam, Korea, Japan, the Philippines
    share: 1.5,
    first: names(`
Wei Li Yan Jing Ka-yan Wing Siu-ming Kwok-wai Wai-man Chi-keung Yuk-ling Mei-ling Ka-ho Ho-yin Tsz-ching Hui Ming Xin
Yu Na Min Fang Lei Jun Yang Hao Xiaoyan Yuting Zihan Jiayi Yifan Haoran Yuxuan Xinyi Siqi Mengting Peter Michael David
Jennifer Grace Amy Kelvin Jason Winnie Vivian Fiona Linh Anh Minh Huong Thanh Tuan Hung Thuy Lan Hoa Ji-woo Min-jun
Soo-jin Seo-yeon Hyun-woo Ji-hye Yuki Hiroshi Kenji Akiko Naoko Haruka Takashi Maria Jose Mark John Maricel Rowena
Jocelyn Arnel Rodel Cherry Melissa`),
    last: names(`
Wong Chan Li Wang Zhang Liu Chen Lee Nguyen Cheung Lam Ng Lau Leung Ho Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He
Lin Gao Luo Zheng Liang Xie Tang Han Cao Deng Feng Peng Zeng Xiao Tian Dong Pan Yuan Cai Jiang Yu Du Ye Cheng Wei Su
Chow Tsang Kwok Chung Yip Fung Mak Tse Hui Kwan Poon Lai Yeung Law Tam Choi Siu Yuen Lui Mok Tran Pham Le Hoang Vu Vo
Dang Bui Do Ngo Kim Park Choe Jung Kang Cho Yoon Jang Lim Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura
Kobayashi Santos Reyes Cruz Bautista Garcia Mendoza Ramos Aquino Castillo Villanueva`),
  },
  {
    // Spain, Portugal and Latin America
    share: 1.6,
    first: names(`
Maria Ana José João Carlos Juan Luis Pedro Miguel Sofia Carmen Laura Marta Cristina Pablo Javier Daniel Diego Andrés
Sergio Alejandro Fernando Rafael Antonio Manuel Francisco David Jorge Ricardo Paulo Rui Nuno Tiago Bruno André Hugo
Filipe Inês Catarina Joana Rita Sara Patrícia Vanessa Fernanda Gabriela Juliana Camila Mariana Bruna Aline Lucas Mateus
Thiago Gustavo Rodrigo Felipe Leonardo Eduardo Marcelo Lucía Elena Isabel Beatriz Raquel Silvia Natalia Paola Andrea
Claudia Adriana Diana Valentina Camilo Mauricio Álvaro Íñigo Jordi Núria`),
    last: names(`
Silva García Santos Rodríguez Ferreira Fernández Pereira González Oliveira López Costa Martínez Rodrigues Sánchez
Martins Pérez Sousa Gómez Fernandes Martín Gonçalves Jiménez Gomes Ruiz Lopes Hernández Marques Díaz Alves Moreno
Almeida Muñoz Ribeiro Álvarez Pinto Romero Carvalho Alonso Teixeira Gutiérrez Moreira Navarro Correia Torres Mendes
Domínguez Nunes Vázquez Soares Ramos Vieira Gil Monteiro Ramírez Cardoso Serrano Rocha Blanco Neves Molina Coelho
Morales Cruz Suárez Cunha Ortega Pires Delgado Ramalho Castro Simões Ortiz Antunes Rubio Fonseca Marín Barbosa Iglesias
Araújo Núñez Lima Medina Barros Castillo Freitas Cortés Vargas Rojas Herrera Mendoza Restrepo Quintero Cárdenas Ospina`),
  },
]
