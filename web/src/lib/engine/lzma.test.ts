import { expect, it } from "vitest";
import { Damaged, isPacked, unpack } from "./lzma";

const text = (data: Uint8Array) => new TextDecoder().decode(data);
const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** `printf 'Bastide, Bastide!\n' | xz --format=lzma` */
const SMALL = "XQAAgAD//////////wAhGEpnb15NmMUPwB19niOge///q/gAAA==";

it("unpacks what was packed", () => {
  expect(text(unpack(bytes(SMALL)))).toBe("Bastide, Bastide!\n");
});

it("is told from the other ways to send a file", () => {
  const wasm = Uint8Array.of(0x00, 0x61, 0x73, 0x6d);
  const gzip = Uint8Array.of(0x1f, 0x8b);
  expect([bytes(SMALL), bytes(LARGE), wasm, gzip].map(isPacked)).toEqual([true, true, false, false]);
});

it("unpacks far repetitions of every kind", () => {
  const words = ["city", "road", "field", "monastery", "meeple", "tile"];
  let state = 7;
  const all = Array.from({ length: 4000 }, (_, i) => {
    state = Number((BigInt(state) * 1103515245n + 12345n) & 0x7fff_ffffn);
    return `${words[(state >> 16) % 6]}${i % 7 ? "" : (state >> 8) % 1000}`;
  }).join(" ");
  expect(text(unpack(bytes(LARGE)))).toBe(all);
});

it("says what is damaged", () => {
  for (const wrong of [new Uint8Array(0), new Uint8Array(40).fill(255), bytes(SMALL).slice(0, 20)]) expect(() => unpack(wrong)).toThrow(Damaged);
});

/** The text of the second test, packed by xz. */
const LARGE =
  "XQAAAAT//////////wA2mWzgbtdANmkdAb6b7yMngH2c0vDv8Oxel7ERsIP/pyXiUT+qF1Pg5yqAcJxrEyPjjBzpqCPhLg2GbUtZk8ddrYDzMJ7dQX14bDMtMLFrctF4DHQqxQlXif7k0ZFxjPSUKL9Higj6YU8b8n+vk+O8TqF4/mR8SubCi1pVkpI75SeqKEXbDdJJQyM6VlDroM5aeGg7AgKmylC0gwoFEB3BsclAY8wQCeJbFtiMhFrpExwQZPrqt7EFaqRADivhnbjNLm32hz/pGqT0o3MaNj+C+uA4eeSA/hJSXsYdzg3RrpaoojXrT1sloYmmlAySohRhpPq978kxxbGdvCufSkNtliQRhNlSIwKRghXliRebR7ihdxLwa7AHNzH5TUeyK0VF6ADGonBjsbYPMvGt2ZEO0txothX9+tqbmZiweqaFKZTSXP4nMK+m5z3YioYXCKh6689UkkfT8UfsAx9nLi/XE+9UslNqdS5Me9aRBAHX7RRNc3M6WrYWLk3cFt9VuJlqGTpI3fA/l3uSgGL59uHdhFdXjsdIUFDISSd48hjXuWncRvzTV0BB09qdtNt4KFl+41Dkt/fpuZoyFUKivuMkycX7+vJoNftqMptdmhqWcM1C4OQER3UBgLqvMhkxffyIPFkONGQ7xRWYgd4ruHLz2KuqO+ZcMVfHsZgOyolA0s6tut/Jp3Is7MFXBcL/bZo6RHXzIm5AtPOo/NoGAsK6YxWsERsZSwTScqQT+gblYiapB+L6E0TOwCCPGyKLNJ8upyArllrNgkZIBTyI+hO1cBV0XdY0D85dAppwQaPDLskuUVgyu/VA4xpRv5HFrYCBkBF5WO0D0CI9BvekU4TYdkFiaC7XALsiv61cAVjfjDzhhCtQipNB3Kg5WqdqXepAw3ZPtcIzcA/WFuh+50oCXI3+b+Fcil0V5GNcYDCfXJtLD5OgQcGSKZjik3fes1X/8hJIbxpBvbxBEJ0MRc3f3Q/NVY2oHyygQRvyhLIeZJShyd9uZDW+iGqFg8okYkDf2SJPQA836L/s3DCjKR3s6kt15iGlvnQHyiCVJp+xGfxPW/BgErgQ+oo1tIWnNdEjQ9eIzcvSbJ4xnGnv8N39O8Zo6od6CuQCT5Yq49xRvVq5x6eny94X/+NAGwjrn74xmLwvWijc0JiTXAh9JNpEn2lqD+W3FtR7+Elz4x3HDg1ZHK0t8EaudpzXbP35AArEBfpG/uX96SdIApQ9t+OBcoHb8Am8UZLplVOFW6GALXv7NITHArZLE0W+SA1hjfi/8tWOYQub4SrSPEWZsQE4zGAFfuByGdIUENWsSVGkrMzviLZkpWOl81LESXXNt4Z//wvIDgOQ/q1aeHvLMCjXiy0etoTNhe6zJkT6/PP/hL9iyLf8l095w+HmMpu+HZH356TLdr8s2Ny052higtbO/2ycgbWLz1vOcz2v/dAQuPDW3X0e16xoYozll1AdyTgvU1ZHEqNhADvCSS1CDGOqWw3dXHF0Fj1YB9Axfu/8imdz0tWxIeKeFEWzBJnvn6yyI/VuTimyKERRBvKFODR1up5DgRbcW/7Dyd4T+pVBpw5wCLlS78D4/n6kzRY3OgNs53biy/MTN3RRj0FLJ7I8qtG0A6RDijvgRuS5QsH2MZ+EPTT6hrOWbsx4Y+MggOO6QezSWH9gGM6j+wxmvgRJifh04Qniv8K4axKQedZdrTjn6zKzDRK81dSj8MYBYxURVbHTB6/q83uEutIEJwETn0jhLGFI+K/bhZIo7urqXt/qDMao7ZCxvWylRM/Oj0hSrzcMKTe6A9x4W8szxVIvF1u/NXPMsbfL3O3fb0Qg5FzZ4a7sjyDkuWYP6lDCoh6uBRqCm29DMpAuxdCSpQDjtHqQeBAzmvXDxmjOzgQ4dLbfzvETprMSWXyzXNSriI4HbLOs4rIj1UX1xLJKAbA7xF9D3nQ6agZVbaHb53oMRKZUMk7ydrHJfWqSsmgEBjYdxoF0gTwEmyaY40HrLDI6/WOwmDlVoVF4f8+0FLPyl4dVxlh/XOyYfWv0O4HRoz3MRi4LXdhoZ9LopmQabX3nPRp6cRJKybWMenVFALO6CELe9ki6O0oJOter85QkWhBycdXpt7fsZweQael58dhW4NGlSQ2/TzOl6EkhFxGBkiMF7kpWvh3m0R57MZvVbWvb2PmWBbrDMaP4OMl7zWGF9XcZaqQXEt60cOI0c+HSsUETbcR8Pll6Ny9u1GcvcS88dGcKbqpyOWgPoyxiGSUB7n1o/RKuNpuHXxb03fDQQLofZd+1u+scZkjya3O8UDk0aRjhZIq5rhPMrFaX9DC9JqEU65gCP3QrXeHijE60Ue7iriF2XHVDkLl0UygrViPVl9vn7TDS4hTtYTLjl9i89Ss8w+hovE3G97C89SQj41/09BPDLtH5M38VHYh6w6mxKXb5qOO2FiFAChS4vW/46I2S8gFhf3LH8vL2xha+PN+5i5T8YCD3Fnndz92NLIQ6woMN2Eqj20hh55BUtxN258X2ENGI5VeiEAJepsKXn/hQrbYkCWxicytwo+u11NUdfCCP/8CCK/sNjGGSzhMwjyuGeTZDQUZ9U6gKp9A0lSKeCQao9Oo8XmKT/GooBA8WtF/E2ZzSsheZbhMt4BNE7a060v87q3y8KTQPD+mJBHpkzWWqtDFopq8hUWMsB6VXw4WanyD3EEzfG0/ZZcuaAPKbHO8q9l05fYBpf993gjV0+lZFAEL91LkTU22Gi1rnrhPRVULKuK/CyFvsTAZ0Zn23D6lBMNQP6qsmfIqwg4PkllMcGgmtPgd7pK4c7ehh1Qf8+ThRsZZHHOXE7XmgMcKVW3uk2J6BB0Vw2PyW9eiTJZxP0/Hvcp5MacFB8weouIethjlQ0KytA7/Z6CRIksam3Vjr59ceGo4G4cSfcDeGzEOooK9xxqV6GHKFlsDN4QQMp+XJaBg10AnejwdahikAe7YbSoKl1FNLAZnOLPadsL0lnUcY/6ZqYZtn4eEC5s0kLfkc/TqGayGuAu8iQHAjWHvDeRb4PIRhF/+LSO3jjjH9xxihdla+v+HBkQzv63zakEZ3+Dgz1T57XGDEAR6edaA6pjkeiTaqMT9lOZ0IpmEQVgryGljN2R3IGdWe/RQ8LumKKixlzEI4CiOwSTnl+3OM8qoNVyXycWGxP0ZpzRgDAvWmxuTLZRJ1L1MpMePmcNFUOSbZ0+owvFGVzgnS8+UxpwbmKcJDuiDhvUlVxaDHIfEDak8EWkOdqqFscDg5TvzMWKj/OiFuREox1qKeK+aiooA0NcrzoZKgO+Hgnk0y3avP45Nc0ugPEVpa8nuaOb5a5Rbp2zuLFHxwKyCLIOs6v/ymbgH42OGkghkL7MzCv0iWchjNrhbs+pL7+qbhoatAmtN3L9ljm0EtOF55/Ey8YUkDQK3RRPN4H0jWqvixAYGBwEO0u5yQZO5NZtEkn095UgMjg/EQVMlIOtCIX/LYu2DroT6P2R5QC2E/jtywEiNFrsS0zIoi1kfEPPjVjCq+yl17aaY4+m4Yke6NiWfsloLJouVURDXqX/mepBktvQDwarGA2duw5RES9Ao3h7GmRpEo/3YmCGGLYr8sNWErNQgHjO2WlC+Ks6x9zo+XGgsa0DZEIX0sSrwZFzU/EmL3iM+qW9jeHG1ELafAUqnnyBPDv+Sd1i56hx0ZFU/IwKqXJePi1WkGOYzk1K0cCRuIb5K5Lyak1xvrBpGjfhI4EQQFqLPl3fVsQFWutYe6Jk7mk4P0IXKVlkNIhdD/M+zs0UhVqNw0U9346wxVfmguzXrHGrHH1LgtMXSx5IZmCo8OkDFfi9pZ0zr1Or1LtIubvVaubjRib2gRiKYtFAuyvfhSykdQ460GoeB3MbyP3XOhtkHHi1ZfIxSRx76FyMhS4KycLLkR1fJgJDwK9Qi2x4rraEprgBBGok+wvEmpZtGpi/G/Citbir2+oaLwFp6pbVng1RzUh0MaY1rth+W1zsnhqyqqCYOD3aHENZBlrjMvK7V8CV7Ap3lMf0PZXdR1kVETQqEn3cpU6qXdJS2B6d8Fgp82LSOPhVBTMlfmw/Ogzgqknh45O2x7xhdgHwrmAN8En5P6s6TW30Xog5lh1zGV9EVJa+3ShuKnUgd5GVR0wChrllkH2vi7/eCi6PTJTuudfzzxbM/8vlO4RcINxKuSyJ7KS2pcDjzEA2K/pTPjxcVRiswR3oE62ziwV8s5PB9awEmryoKqq/gWPfNMzqQ91H6f/PfhWnxV0mtXLSmTNV+B9X478NXxwkjBbjVzuMTbFHjrpKbQlF69oXPZLzfHJ/0MKAAx4y32L+IdlcYQQODF2DuXc4ui6WmQr+XTlXj4+l1QIiiVt7f8jp6TXYpDdSoRLGoKClLY9djtrMQdO+vI55D6aSzx8xpaGtAGMld2/PS5rJDcHnKwADfAMRDDaCswB5DtR7hIWTclN1i5QgAJotdammPqHt2ZbQ2mvUFCT+lAWOas8jZ5L+LWnJGozQjpWzlmVxjRAQi8i/QqXqljhBXnkcua8m7ZtqkHMi7dwKJyupQXvBmWsPvWVO6X6Ck11Qhhu+AH9fLe7dXPIiK2jZOQ+q3zW0TbR2CXJh56GdqUguZOUDm+PtVp1DogblV6YM6oCifkw5BGf6LtEACWAXj/dMXgh6uQvjrgElirFU/9hUAiqXi1y7keT4uhUv5Mr55CpPB8HADj79HbhbafqGt+mL1D1EFmI5jyC8GdJV5vD3KKaf6I74SIMVVDu6pY/0xWtrmbmMKOTP7Zmn3ABxO9dcSkPR8J0Kayaa5M4nrySLJQ9DFax/8HqiBWc8SYi5keHMT+Kk+69hGRW5B4zEcDGeLROAobOS4TcbQ1NWKf2q/uc3EZYaYna9X0wScvZ9/WYyTB/QW5GDRsjwc/ihVmnqQZdAyy49YwN8LUM7zyeAKNCQxWuyqhHY5ro7ufqUHrxZoaMV+p4QV6hUhTwscZO5ufozkVQOXGW8vvuzxEw9By2qVuX0axh8HO16aM2xm1sO8R9FQnF7oLLPrKpzk8SWaD4aEBU0loieV6dCXPQEuzMJSYmBHBsxv74Vl7//9I03cA";
