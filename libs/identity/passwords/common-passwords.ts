/** The most used passwords of 8 characters and more in published leaks, lower case; shorter ones are refused for their length. */
const common = new Set(
  `12345678 123456789 1234567890 123123123 11111111 111111111 1111111111 00000000 000000000 0000000000 87654321 987654321 9876543210
  0123456789 12341234 123412345 12121212 11223344 1122334455 112233445566 123321123 123454321 147258369 159357456 789456123 741852963
  147852369 963852741 987456321 123698745 321654987 135792468 102030405060 1234abcd 123abc123 12345678a 123456789a a12345678 a123456789
  12345678910 123456789q 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1xsw2 q1w2e3r4 q1w2e3r4t5 qazwsxedc
  qazwsx123 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertz123 qwertzuiop azertyuiop asdfghjk asdfghjkl
  asdfasdf asdf1234 asdfqwer zxcvbnm1 zxcvbnm123 zxcvbnm, qweasdzxc qweqweqwe qweasd123 abcd1234 abc12345 abc123456 abcdefgh abcdefghi
  abcdefg1 abcdef123 aaaaaaaa aa123456 aa12345678 password password1 password12 password123 password1234 password! password1! passw0rd
  passw0rd1 p@ssw0rd p@ssword pa55word pa55w0rd p4ssw0rd passwort passwort1 contraseña motdepasse senha123 wachtwoord parola123 passpass
  mypassword newpassword changeme changeme1 changeme123 changeit letmein1 letmein123 letmeinn welcome1 welcome12 welcome123 welcome!
  iloveyou iloveyou1 iloveyou2 iloveyou! iloveu123 ilovegod iloveme1 loveyou1 lovelove trustno1 whatever whatever1 nothing1 computer
  computer1 internet internet1 sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball softball1 hockey123
  superman superman1 batman123 spiderman starwars starwars1 pokemon1 pokemon123 minecraft minecraft1 nintendo playstation liverpool
  liverpool1 chelsea1 arsenal1 manchester barcelona barcelona1 realmadrid juventus dolphin1 dolphins elephant butterfly butterfly1
  chocolate chocolate1 cheese123 cookie123 pepper123 monkey12 monkey123 dragon12 dragon123 tigger123 shadow12 shadow123 master12 master123
  michael1 michelle jennifer jennifer1 jessica1 charlie1 charlie123 daniel123 andrew123 anthony1 matthew1 william1 robert123 thomas123
  jordan23 jordan123 samantha samantha1 victoria victoria1 alexander alexandra elizabeth christian christopher jonathan benjamin nicholas
  danielle stephanie caroline catherine valentina alejandro sebastian fernando gabriela francisco mercedes corvette mustang1 ferrari1
  porsche1 yamaha123 harley123 guitar123 metallica slipknot nirvana1 blink182 linkinpark scorpion scorpio1 gemini123 midnight midnight1
  november december september snickers rainbow1 rainbows sweetheart sweetpea babygirl babygirl1 blessed1 jesus123 jesuschrist godisgood
  hallo123 hello123 hello1234 hellohello holahola bonjour1 guest123 test1234 test12345 testtest testing1 testing123 admin123 admin1234
  admin12345 administrator adminadmin root1234 rootroot toor1234 user1234 username login123 default1 temp1234 secret12 secret123 qwer1234
  1234qwer q1w2e3r4t5y6 pass1234 pass12345 pass123456 access14 killer123 hunter123 hunter12 ginger12 maverick mercury1 marlboro redskins
  steelers yankees1 eagles123 cowboys1 lakers24 raiders1 packers1 bulldogs gunners1 fuckyou1 fuckyou123 fuckyou! asshole1 bullshit
  freedom1 friends1 forever1 family123 nicole123 ashley123 amanda123 justin123 joshua123 brandon1 tinkerbell mickey123 snoopy123 garfield
  einstein gandalf1 matrix123 phoenix1 falcon123 thunder1 trinity1 galaxy123 samsung1 samsung123 iphone123 google123 facebook facebook1
  linkedin linkedin1 dropbox1 microsoft windows1 windows10 apple123 abcabcabc xxxxxxxx zzzzzzzz qqqqqqqq 66666666 77777777 88888888
  99999999 55555555 44444444 33333333 22222222 12344321 12345679 13131313 14141414 20202020 25252525 69696969 10101010 1234567a 1a2b3c4d
  a1b2c3d4 a1b2c3d4e5 1password 123password secret1234 summer123 winter123 spring123 autumn123 summer2023 summer2024 winter2023 winter2024`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Whether a password is one of the first that anybody would try: among the most used, one character again and again, or blanks alone. */
export function isCommonPassword(text: string): boolean {
  const plain = text.trim().toLowerCase();
  return plain === '' || common.has(plain) || new Set(plain).size === 1;
}
